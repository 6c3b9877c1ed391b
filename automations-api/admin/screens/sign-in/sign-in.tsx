/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { SignInForm } from '../../../../shared/ui/sign-in-form.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { session, signIn } from '../../core/session.ts';
import { SignInPage } from './layout.tsx';

export const OwnSignInForm = () => <SignInForm signIn={signIn} known={session.value?.user.email} />;

export const SignIn = () => (
  <SignInPage title={uiText.signIn.title} to={{ name: 'forgotPassword', label: uiText.forgotPassword.title }}>
    <OwnSignInForm />
  </SignInPage>
);
