/** The application: who is there, the frame, and the screen of the address. */

import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ShortcutSheet } from '../../shared/ui/shortcuts.tsx';
import { Empty, Failed } from '../../shared/ui/states.tsx';
import { Toasts } from '../../shared/ui/toast.tsx';
import { isSignedOut, isWaiting, trouble, workspaceId } from './api.ts';
import { Frame } from './frame.tsx';
import { base, pathTo, routes } from './routes.ts';
import { DoorFrame } from './screens/door/door-frame.tsx';
import { SignIn, SignInForm } from './screens/door/sign-in.tsx';
import { screens } from './screens.ts';
import { openSession, session } from './session.ts';
import { text } from './text/text.ts';
import { Unverified } from './unverified.tsx';

export function App() {
  return (
    <LocationProvider scope={base}>
      {isWaiting.value && <div class="progress" role="progressbar" aria-label={text.ui.loading} />}
      <ErrorBoundary>
        <Place />
      </ErrorBoundary>
      <ShortcutSheet title={text.shortcuts.title} />
      <Toasts />
    </LocationProvider>
  );
}

const doors: ReadonlySet<string> = new Set(routes.filter((route) => 'door' in route).map(({ path }) => path));
const isDoor = (path: string) =>
  [...doors].some((door) => path.startsWith(base + door.replace(/\/:.*/, '')) && door !== '/');

function Place() {
  const { path } = useLocation();
  const [error, setError] = useState<Error>();
  const start = () => {
    setError(undefined);
    openSession().catch(setError);
  };
  useEffect(() => {
    // What is shared is for anyone.
    if (!path.startsWith(pathTo('share'))) start();
  }, []);
  if (isDoor(path)) return <Screens />;
  if (error) {
    return (
      <DoorFrame title={text.name}>
        <Failed error={error} retry={start} />
      </DoorFrame>
    );
  }
  if (session.value === undefined) return null;
  if (session.value === null) return <SignIn />;
  return (
    <Frame>
      {trouble.value && (
        <div class="notice warn" role="alert">
          {trouble.value}
        </div>
      )}
      <Unverified />
      <Screens key={workspaceId.value} />
      {isSignedOut.value && <SignInAgain />}
    </Frame>
  );
}

function Screens() {
  return (
    <Router>
      {routes.map(({ name, path }) => (
        <Route key={name} path={base + (path === '/' ? '' : path)} component={screens[name]} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}

function NotFound() {
  return (
    <Empty
      icon="search"
      title={text.notFound.title}
      actions={
        <a class="btn" href={pathTo('overview')}>
          {text.notFound.back}
        </a>
      }
    >
      {text.notFound.note}
    </Empty>
  );
}

/** Over the screen, so that nothing typed is lost. */
function SignInAgain() {
  return (
    <Dialog title={text.signIn.again} onClose={() => {}} isHeld>
      <p>{text.signIn.againNote}</p>
      <SignInForm />
    </Dialog>
  );
}
