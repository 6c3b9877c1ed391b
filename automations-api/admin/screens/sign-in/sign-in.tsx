/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { SignInForm } from '../../../../shared/ui/sign-in-form.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { session, signIn } from '../../core/session.ts';
import { Door } from './layout.tsx';

export const OwnSignInForm = () => <SignInForm signIn={signIn} known={session.value?.user.email} />;

export const SignIn = () => (
  <Door title={uiText.signIn.title} to={{ name: 'forgotPassword', label: uiText.forgotPassword.title }}>
    <OwnSignInForm />
  </Door>
);
