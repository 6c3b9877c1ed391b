/** The form that requests a password reset link. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { api } from '../../core/api.ts';
import { text } from '../../text/later.ts';
import { SignInPage } from './layout.tsx';
import { BackToSignIn } from './parts.tsx';
import { useSignInSettings } from './settings.ts';

const words = text.forgotPassword;

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SignInPage title={words.title} note={sentTo === undefined ? words.note : undefined}>
      {sentTo === undefined ? (
        <AskForLink onSent={setSentTo} />
      ) : (
        <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />
      )}
      <BackToSignIn />
    </SignInPage>
  );
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ email: '' }, async (typed) => {
    const email = typed.email.trim();
    await api.post('/auth/password/forgot', { email });
    onSent(email);
  });
  return (
    <form class="form" onSubmit={form.submit}>
      <Problem of={form} />
      <TextField label={text.signIn.email} type="email" autocomplete="username" required {...form.field('email')} />
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

/** Shows the same message whether or not an account has the email address. */
function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const settings = useSignInSettings();
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
