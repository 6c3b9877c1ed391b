/** The dashboard: its screens, and who is there. */
import type { ComponentChildren } from 'preact';
import { Application } from '../../shared/ui/application.tsx';
import { workspaceId } from './api.ts';
import { Barred } from './barred.tsx';
import { Frame } from './frame.tsx';
import { base, pathTo, routes } from './routes.ts';
import { SignIn, SignInAgain } from './screens/door/sign-in.tsx';
import { screens } from './screens.ts';
import { barrier, openSession, session } from './session.ts';
import { text } from './text/text.ts';
import { Unverified } from './unverified.tsx';

export function App() {
  return (
    <Application
      name={text.name}
      base={base}
      routes={routes}
      screens={screens}
      session={session}
      open={openSession}
      // What is shared is for anyone.
      isForAnyone={(path) => path.startsWith(pathTo('share'))}
      screensKey={workspaceId.value}
      // One's own account is nobody else's.
      instead={(path) => barrier.value && path !== pathTo('account') && <Barred why={barrier.value} />}
      frame={OwnFrame}
      signIn={SignIn}
      signInForm={SignInAgain}
    />
  );
}

const OwnFrame = ({ children }: { children: ComponentChildren }) => (
  <Frame>
    <Unverified />
    {children}
  </Frame>
);
