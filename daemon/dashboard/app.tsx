/** The dashboard: its screens and the signed-in person. */
import type { ComponentChildren } from 'preact';
import { Application } from '../../shared/ui/application.tsx';
import { DemoBar } from '../../shared/ui/demo-bar.tsx';
import { HandOver } from '../../shared/ui/hand-over.tsx';
import { part } from '../../shared/ui/part.tsx';
import { Barred } from './barred.tsx';
import { api, workspaceId } from './core/api.ts';
import { base, pathTo } from './core/routes.ts';
import { barrier, openSession, session } from './core/session.ts';
import { Frame } from './frame.tsx';
import { useSignInSettings } from './screens/sign-in/settings.ts';
import { SignIn, SignInAgain } from './screens/sign-in/sign-in.tsx';
import { text } from './text/text.ts';
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
      // Replaces the screens of a barred workspace, except the person's own account.
      instead={insteadOf}
      frame={session.value?.needsSecondFactor || location.pathname === handOverPath ? NoFrame : OwnFrame}
      signIn={SignIn}
      signInForm={SignInAgain}
    />
  );
}

const FactorNeeded = part(() => import('./factor-needed.tsx').then((it) => it.FactorNeeded));

/** The page to which contacts send a browser that should be signed in there. */
const handOverPath = `${base}/hand-over`;
const ask = (challenge: string) => api.post<{ url: string }>('/dashboard/hand-over', { challenge });
const ToContacts = () => <HandOver name={text.name} home={base} ask={ask} />;

function insteadOf(path: string) {
  if (session.value?.needsSecondFactor) return <FactorNeeded />;
  if (path === handOverPath) return <ToContacts />;
  return barrier.value && path !== pathTo('account') && <Barred why={barrier.value} />;
}

const NoFrame = ({ children }: { children: ComponentChildren }) => <>{children}</>;

const Demo = () => (useSignInSettings().data?.demo ? <DemoBar /> : null);

const OwnFrame = ({ children }: { children: ComponentChildren }) => (
  <Frame>
    <Demo />
    <Unverified />
    {children}
  </Frame>
);
