/** Sets a new password by a mailed link and signs in with it. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ApiError } from '../../../../shared/ui/service.ts';
import { SetPassword } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { base, pathTo } from '../../core/routes.ts';
import { enterBy } from '../../core/session.ts';
import { SignInPage } from './layout.tsx';
import { BackToSignIn } from './parts.tsx';

export function ResetPassword() {
  const words = uiText.resetPassword;
  const { query, route } = useLocation();
  const { token = '' } = query;
  const [isBroken, setBroken] = useState(token === '');
  const send = async (password: string) => {
    try {
      await enterBy('/dashboard/password', { token, password });
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return setBroken(true);
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      toast(uiText.secondFactor.passwordSet);
      return route(base, true);
    }
    toast(words.done);
    route(base, true);
  };
  return (
    <SignInPage title={words.title} note={isBroken ? undefined : words.note}>
      <SetPassword send={send} isBroken={isBroken} ask={pathTo('forgotPassword')} />
      <BackToSignIn />
    </SignInPage>
  );
}
