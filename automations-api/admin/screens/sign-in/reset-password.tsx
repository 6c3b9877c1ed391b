/** A new password by an emailed link, which also signs in. */
import { SetPassword } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { pathTo } from '../../core/routes.ts';
import { SignInPage } from './layout.tsx';
import { useMailedToken } from './mailed-token.ts';

export function ResetPassword() {
  const words = uiText.resetPassword;
  const { isBroken, send } = useMailedToken('/password/reset', words.done);
  return (
    <SignInPage title={words.title} note={isBroken ? undefined : words.note} to={{ label: uiText.signIn.back }}>
      <SetPassword send={(password) => send({ password })} isBroken={isBroken} ask={pathTo('forgotPassword')} />
    </SignInPage>
  );
}
