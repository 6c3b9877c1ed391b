/**
 * Notice above every screen until the email address is verified, with a button to resend the email. Hidden if no mail
 * server is set.
 */
import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { toast, toastError } from '../../shared/ui/toast.tsx';
import { api } from './core/api.ts';
import { session } from './core/session.ts';
import { useSignInSettings } from './screens/sign-in/settings.ts';
import { text } from './text/text.ts';

const words = text.verify;

export function Unverified() {
  const user = session.value?.user;
  return user && !user.emailVerified ? <Notice email={user.email} /> : null;
}

function Notice({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);
  const settings = useSignInSettings();
  if (!settings.data?.mail) return null;
  const send = () => {
    setBusy(true);
    api
      .post('/auth/verify/resend')
      .then(() => toast(words.sentAgain), toastError)
      .finally(() => setBusy(false));
  };
  return (
    <div class="notice verify">
      <div>{words.notice(email)}</div>
      <Button kind="bare" isBusy={isBusy} onClick={send}>
        {words.again}
      </Button>
    </div>
  );
}
