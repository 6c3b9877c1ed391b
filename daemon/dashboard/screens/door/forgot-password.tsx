/** Asking for a link to a new password. What is said is the same whether the address has an account or not. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import { Door } from './door.tsx';
import { backToSignIn, DoorLinks } from './door-parts.tsx';
import { useDoorSettings } from './door-settings.ts';

const words = text.forgotPassword;

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Door title={words.title} note={sentTo === undefined ? words.note : undefined}>
      {sentTo === undefined ? <Ask onSent={setSentTo} /> : <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />}
      <DoorLinks to={[backToSignIn]} />
    </Door>
  );
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ email: '' }, async ({ email }) => {
    await api.post('/auth/password/forgot', { email: email.trim() });
    onSent(email.trim());
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField label={words.email} type="email" autocomplete="username" required {...form.field('email')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const settings = useDoorSettings();
  return (
    <>
      <div class="notice good" role="status">
        <div>
          <strong>{words.sent}</strong>
          <p>{words.sentNote(to)}</p>
        </div>
      </div>
      {settings.data?.mail === false && <p class="notice warn">{words.noMail}</p>}
      <Button onClick={onAgain}>{words.again}</Button>
    </>
  );
}
