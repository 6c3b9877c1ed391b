/** The application: its screens and the signed-in user. */
import { Application } from '../../shared/ui/application.tsx';
import { base } from './core/routes.ts';
import { openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { text } from './text/text.ts';

/** Opens sign-in in another tab, so that this one keeps unsaved input. */
const SignInAgain = () => (
  <a class="btn main" href={location.pathname + location.search} target="_blank" rel="noopener">
    {text.account.signInAgain}
  </a>
);

export const App = () => (
  <Application
    name={text.name}
    base={base}
    session={session}
    open={openSession}
    frame={Frame}
    signInForm={SignInAgain}
  />
);
