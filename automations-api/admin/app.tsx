/** The application: its screens, and who is there. */
import type { ComponentChildren } from 'preact';
import { Application } from '../../shared/ui/application.tsx';
import { HandOver } from '../../shared/ui/hand-over.tsx';
import { part } from '../../shared/ui/part.tsx';
import { site } from './core/api.ts';
import { base } from './core/routes.ts';
import { openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { SignIn, SignInAgain } from './screens/sign-in/sign-in.tsx';
import { text } from './text/text.ts';

const FactorNeeded = part(() => import('./factor-needed.tsx').then((it) => it.FactorNeeded));
const NoFrame = ({ children }: { children: ComponentChildren }) => <>{children}</>;

/** Where the dashboard sends a browser that is to be signed in there, too. */
const handOverPath = `${base}/hand-over`;
const ask = (challenge: string) => site.post<{ url: string }>('/hand-over', { challenge });
const ToLinks = () => <HandOver name={text.name} home={base} ask={ask} />;

function insteadOf(path: string) {
  if (session.value?.needs_second_factor) return <FactorNeeded />;
  return path === handOverPath && <ToLinks />;
}

export const App = () => (
  <Application
    name={text.name}
    base={base}
    session={session}
    open={openSession}
    instead={insteadOf}
    frame={session.value?.needs_second_factor || location.pathname === handOverPath ? NoFrame : Frame}
    signIn={SignIn}
    signInForm={SignInAgain}
  />
);
