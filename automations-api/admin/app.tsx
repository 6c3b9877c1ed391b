/** The application: its screens, and who is there. */
import { Application } from '../../shared/ui/application.tsx';
import { base } from './core/routes.ts';
import { openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { OwnSignInForm, SignIn } from './screens/sign-in/sign-in.tsx';
import { text } from './text/text.ts';

export const App = () => (
  <Application
    name={text.name}
    base={base}
    session={session}
    open={openSession}
    frame={Frame}
    signIn={SignIn}
    signInForm={OwnSignInForm}
  />
);
