/** Requests a password reset link. */
import { useState } from 'preact/hooks';
import { AskForPassword } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { api } from '../../core/api.ts';
import { SignInPage } from './layout.tsx';
import { BackToSignIn } from './parts.tsx';
import { useSignInSettings } from './settings.ts';

export function ForgotPassword() {
  const words = uiText.forgotPassword;
  const [sentTo, setSentTo] = useState<string>();
  const settings = useSignInSettings();
  return (
    <SignInPage title={words.title} note={sentTo === undefined ? words.note : undefined}>
      <AskForPassword
        send={(email) => api.post('/auth/password/forgot', { email })}
        sentTo={sentTo}
        onSent={setSentTo}
        hasMail={settings.data?.mail}
      />
      <BackToSignIn />
    </SignInPage>
  );
}
