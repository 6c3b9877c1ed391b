/**
 * The only screen of a person who still has to set up a required second factor. It offers that, and signing out. People with an account
 * in the dashboard set it up there.
 */
import { AddFactor } from '../../shared/ui/account/add-factor.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { SignInFrame } from '../../shared/ui/sign-in-frame.tsx';
import { uiText } from '../../shared/ui/text.ts';
import { toastError } from '../../shared/ui/toast.tsx';
import { toAccount } from './core/account.ts';
import { factorService } from './core/factors.ts';
import { base } from './core/routes.ts';
import { openSession, session, signOut } from './core/session.ts';
import { text } from './text/text.ts';

export function FactorNeeded() {
  const words = uiText.secondFactor;
  if (!session.value) return null;
  const { links } = session.value;
  return (
    <SignInFrame title={words.needed} note={words.neededNote} name={text.name} home={base}>
      {links ? (
        <a class="btn main" href={toAccount(links.enter_url)}>
          {text.account.openInLinks}
        </a>
      ) : (
        <AddFactor service={factorService(session.value)} isMain onAdded={() => void openSession().catch(toastError)} />
      )}
      <Button onClick={() => void signOut().catch(toastError)}>{text.account.signOut}</Button>
    </SignInFrame>
  );
}
