/** The secret that signs a webhook's messages: shown once when it is created, and exchanged for a new one. */
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

/** `rotate` answers the new secret. `name` is the webhook's. */
type NewSecretProps = { name: string; rotate: () => Promise<string>; onClose: () => void };

/** Asks first; then the new secret takes the place of the question, which closes itself once it is answered. */
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
