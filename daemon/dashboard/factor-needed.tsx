/** The only screen of a person who still has to set up a required second factor. It offers that, and signing out. */
import { AddFactor } from '../../shared/ui/account/add-factor.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Show } from '../../shared/ui/states.tsx';
import { uiText } from '../../shared/ui/text.ts';
import { toastError } from '../../shared/ui/toast.tsx';
import { refreshSession, signOut } from './core/session.ts';
import { factorService } from './screens/settings/account/second-factor.tsx';
import { SignInPage } from './screens/sign-in/layout.tsx';
import { useSignInSettings } from './screens/sign-in/settings.ts';
import { text } from './text/text.ts';
import { Unverified } from './unverified.tsx';

export function FactorNeeded() {
  const settings = useSignInSettings();
  const words = uiText.secondFactor;
  return (
    <SignInPage title={words.needed} note={words.neededNote}>
      <Unverified />
      <Show of={settings}>
        {(known) => (
          <AddFactor service={factorService(known)} isMain onAdded={() => void refreshSession().catch(toastError)} />
        )}
      </Show>
      <Button onClick={() => void signOut().catch(toastError)}>{text.signIn.signOut}</Button>
    </SignInPage>
  );
}
