/** Asking for a link to a new password. */
import { useState } from 'preact/hooks';
import { AskForPassword } from '../../../../shared/ui/doors.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { api } from '../../api.ts';
import { Door } from './door.tsx';
import { BackToSignIn } from './door-parts.tsx';
import { useDoorSettings } from './door-settings.ts';

export function ForgotPassword() {
  const words = uiText.forgotPassword;
  const [sentTo, setSentTo] = useState<string>();
  const settings = useDoorSettings();
  return (
    <Door title={words.title} note={sentTo === undefined ? words.note : undefined}>
      <AskForPassword
        send={(email) => api.post('/auth/password/forgot', { email })}
        sentTo={sentTo}
        onSent={setSentTo}
        hasMail={settings.data?.mail}
      />
      <BackToSignIn />
    </Door>
  );
}
