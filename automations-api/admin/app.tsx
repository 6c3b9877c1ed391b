/** The application: its screens, and who is there. */
import type { ComponentChildren } from 'preact';
import { Application } from '../../shared/ui/application.tsx';
import { part } from '../../shared/ui/part.tsx';
import { base } from './core/routes.ts';
import { openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { SignIn, SignInAgain } from './screens/sign-in/sign-in.tsx';
import { text } from './text/text.ts';

const FactorNeeded = part(() => import('./factor-needed.tsx').then((it) => it.FactorNeeded));
const NoFrame = ({ children }: { children: ComponentChildren }) => <>{children}</>;

export const App = () => (
  <Application
    name={text.name}
    base={base}
    session={session}
    open={openSession}
    instead={() => session.value?.needs_second_factor && <FactorNeeded />}
    frame={session.value?.needs_second_factor ? NoFrame : Frame}
    signIn={SignIn}
    signInForm={SignInAgain}
  />
);
