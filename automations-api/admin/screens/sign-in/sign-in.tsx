/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { SignInForm } from '../../../../shared/ui/sign-in-form.tsx';
import { ByProvider } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { isFirstVisit, providerUrl, session, signIn, signInByPasskey, ways } from '../../core/session.ts';
import { FirstVisit } from './first-visit.tsx';
import { SignInPage } from './layout.tsx';

export const SignIn = () => (isFirstVisit.value ? <FirstVisit /> : <OwnSignIn />);

function OwnSignIn() {
  const forgotten = { name: 'forgotPassword', label: uiText.forgotPassword.title } as const;
  return (
    <SignInPage title={uiText.signIn.title} to={ways.value.password && !ways.value.demo ? forgotten : undefined}>
      <Ways />
    </SignInPage>
  );
}

/** Shown to users whose session ended while they worked. */
export const SignInAgain = () => (
  <div class="form">
    <Ways />
  </div>
);

function Ways() {
  const { password, passkeys, provider, demo } = ways.value;
  const href = providerUrl({ to: location.pathname + location.search });
  return (
    <>
      {provider !== null && <ByProvider name={provider} href={href} hasForm={password} />}
      {password && (
        <SignInForm
          signIn={signIn}
          signInByPasskey={passkeys ? signInByPasskey : undefined}
          known={session.value?.user.email}
          demo={demo}
        />
      )}
    </>
  );
}
