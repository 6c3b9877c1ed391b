/** Asking for a link to a new password. */
import { useState } from 'preact/hooks';
import { AskForPassword } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { site } from '../../core/api.ts';
import { SignInPage } from './layout.tsx';

export function ForgotPassword() {
  const words = uiText.forgotPassword;
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SignInPage
      title={words.title}
      note={sentTo === undefined ? words.note : undefined}
      to={{ label: uiText.signIn.back }}
    >
      <AskForPassword
        send={(email) => site.post('/password/forgot', { email })}
        sentTo={sentTo}
        onSent={setSentTo}
        hasMail={undefined}
      />
    </SignInPage>
  );
}
