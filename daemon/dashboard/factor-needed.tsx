/** The only screen for users who still need a required second factor. They can add one or sign out. */
import { Button } from '../../shared/ui/button.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { refreshSession, signOut } from './core/session.ts';
import { AddFactor } from './screens/settings/account/add-factor.tsx';
import { SignInPage } from './screens/sign-in/layout.tsx';
import { text } from './text/text.ts';
import { Unverified } from './unverified.tsx';

export const FactorNeeded = () => (
  <SignInPage title={text.secondFactor.needed} note={text.secondFactor.neededNote}>
    <Unverified />
    <AddFactor isMain onAdded={() => void refreshSession().catch(toastError)} />
    <Button onClick={() => void signOut().catch(toastError)}>{text.signIn.signOut}</Button>
  </SignInPage>
);
