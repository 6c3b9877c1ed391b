/** The application: its screens, and who is there. */
import { Application } from '../../shared/ui/application.tsx';
import { base, routes } from './core/routes.ts';
import { openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { OwnSignInForm, SignIn } from './screens/sign-in/sign-in.tsx';
import { screens } from './screens.ts';
import { text } from './text/text.ts';

export const App = () => (
  <Application
    name={text.name}
    base={base}
    routes={routes}
    screens={screens}
    session={session}
    open={openSession}
    frame={Frame}
    signIn={SignIn}
    signInForm={OwnSignInForm}
  />
);
