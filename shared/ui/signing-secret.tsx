/** The secret that signs a webhook's deliveries: shown once when it is created, and replaced on request. */
import { useRef, useState } from 'preact/hooks';
import { Confirm } from './dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { uiText } from './text.ts';

type SigningSecretProps = { title: string; secret: string; onClose: () => void };

export function SigningSecret(props: SigningSecretProps) {
  const words = uiText.signingSecret;
  return (
    <SecretDialog {...props} words={words}>
      <p class="small soft">{words.note}</p>
    </SecretDialog>
  );
}

/** `name` is the webhook's name. `rotate` returns the new secret. */
type NewSecretProps = { name: string; rotate: () => Promise<string>; onClose: () => void };

/** Asks for confirmation, then replaces the secret and shows the new one. */
export function NewSecret({ name, rotate, onClose }: NewSecretProps) {
  const words = uiText.signingSecret;
  const secret = useRef<string>();
  const [isDone, setDone] = useState(false);
  if (isDone) return <SigningSecret title={words.rotated} secret={secret.current ?? ''} onClose={onClose} />;
  return (
    <Confirm
      title={words.rotateTitle(name)}
      action={words.rotate}
      onConfirm={async () => {
        secret.current = await rotate();
      }}
      onClose={() => (secret.current === undefined ? onClose() : setDone(true))}
    >
      {words.rotateNote}
    </Confirm>
  );
}
