/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { SignInForm } from '../../../../shared/ui/sign-in-form.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { isFirstVisit, session, signIn } from '../../core/session.ts';
import { FirstVisit } from './first-visit.tsx';
import { SignInPage } from './layout.tsx';

export const OwnSignInForm = () => <SignInForm signIn={signIn} known={session.value?.user.email} />;

export const SignIn = () => (isFirstVisit.value ? <FirstVisit /> : <OwnSignIn />);

const OwnSignIn = () => (
  <SignInPage title={uiText.signIn.title} to={{ name: 'forgotPassword', label: uiText.forgotPassword.title }}>
    <OwnSignInForm />
  </SignInPage>
);
