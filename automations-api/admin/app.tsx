/** The application: its screens, and who is there. */
import { Application } from '../../shared/ui/application.tsx';
import { Frame } from './frame.tsx';
import { base, routes } from './routes.ts';
import { OwnSignInForm, SignIn } from './screens/door/sign-in.tsx';
import { screens } from './screens.ts';
import { openSession, session } from './session.ts';
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
