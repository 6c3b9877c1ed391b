/** The dashboard: its screens and the signed-in user. */
import type { ComponentChildren } from 'preact';
import { Application } from '../../shared/ui/application.tsx';
import { DemoBar } from '../../shared/ui/demo-bar.tsx';
import { part } from '../../shared/ui/lazy-screen.tsx';
import { reachedScreens } from '../../shared/ui/screens.ts';
import { workspaceId } from './core/api.ts';
import { base, pathTo } from './core/routes.ts';
import { barrier, membership, openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { NoWorkspace } from './no-workspace.tsx';
import { HandOver, handOverPath } from './screens/sign-in/hand-over.tsx';
import { SignIn, SignInAgain } from './screens/sign-in/sign-in.tsx';
import { text } from './text/text.ts';
import { UnavailableWorkspace } from './unavailable-workspace.tsx';
import { Unverified } from './unverified.tsx';

export function App() {
  return (
    <Application
      name={text.name}
      base={base}
      session={session}
      open={openSession}
      // Shared pages are public.
      isForAnyone={(path) => path.startsWith(pathTo('share'))}
      screensKey={workspaceId.value}
      // Replaces the screens if the workspace is unavailable or the user has none. The user's account screen remains
      // available.
      instead={insteadOf}
      frame={session.value?.needsSecondFactor || location.pathname === handOverPath ? NoFrame : OwnFrame}
      signIn={SignIn}
      signInForm={SignInAgain}
    />
  );
}

const FactorNeeded = part(() => import('./factor-needed.tsx').then((it) => it.FactorNeeded));

function insteadOf(path: string) {
  if (session.value?.needsSecondFactor) return <FactorNeeded />;
  if (path === handOverPath) return <HandOver />;
  if (!membership.value && !reachedScreens.value.some(({ href }) => href === path)) return <NoWorkspace />;
  return barrier.value && path !== pathTo('account') && <UnavailableWorkspace error={barrier.value} />;
}

const NoFrame = ({ children }: { children: ComponentChildren }) => <>{children}</>;

const OwnFrame = ({ children }: { children: ComponentChildren }) => (
  <Frame>
    {session.value?.demo && <DemoBar />}
    <Unverified />
    {children}
  </Frame>
);
