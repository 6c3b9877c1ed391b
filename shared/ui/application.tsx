/**
 * The root component of both applications: sign-in, the frame around the screens, and the screen of the current URL.
 */
import type { Signal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Dialog } from './dialog.tsx';
import { openDialog } from './open-dialog.ts';
import { Screen } from './screen.tsx';
import { screens } from './screens.ts';
import { isSignedOut, isWaiting, trouble } from './service.ts';
import { ShortcutSheet } from './shortcuts.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { Failed } from './states.tsx';
import { uiText } from './text.ts';
import { Toasts } from './toast.tsx';

export type ApplicationProps = {
  name: string;
  /** The path where the application is served, such as `/dashboard`. */
  base: string;
  /** The current session: `undefined` until it is known, `null` if nobody is signed in. */
  session: Signal<object | null | undefined>;
  /** Loads the session. @throws if the service cannot be reached */
  open: () => Promise<void>;
  /** Returns whether a path is public and needs no sign-in. */
  isForAnyone?: (path: string) => boolean;
  /** A new value remounts all screens. */
  screensKey?: string;
  /** Content that replaces the screen of a path; empty to show the screen. */
  instead?: (path: string) => ComponentChildren;
  frame: FunctionComponent<{ children: ComponentChildren }>;
  /** The page for signed-out users. Without it, `open` redirects them to another application. */
  signIn?: FunctionComponent;
  /** The form in the dialog that opens when the session ends. */
  signInForm: FunctionComponent;
};

export function Application(props: ApplicationProps) {
  return (
    <LocationProvider scope={props.base}>
      {isWaiting.value && (
        <div role="status">
          <div class="progress" role="progressbar" aria-label={uiText.loading} />
        </div>
      )}
      <ErrorBoundary>
        <Place {...props} />
      </ErrorBoundary>
      {openDialog.value}
      <ShortcutSheet title={uiText.shortcuts} />
      <Toasts />
    </LocationProvider>
  );
}

const isOpen = (path: string) =>
  screens.value.some(({ href, open }) => open && path.startsWith(href.replace(/\/:.*/, '')));

function Place(props: ApplicationProps) {
  const { path } = useLocation();
  const [error, setError] = useState<Error>();
  const { name, base, session, open, isForAnyone, screensKey, instead, frame: Frame, signIn: SignIn } = props;
  const start = () => {
    setError(undefined);
    open().catch(setError);
  };
  useEffect(() => {
    if (isForAnyone?.(path)) return;
    start();
    // The back button restores the page from memory, but its user may have signed out since.
    const showAgain = ({ persisted }: PageTransitionEvent) => void (persisted && start());
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, []);
  if (isOpen(path)) return <Screens home={base} />;
  if (error) {
    return (
      <SignInFrame title={name} name={name} home={base}>
        <Failed error={error} retry={start} />
      </SignInFrame>
    );
  }
  if (!session.value) return SignIn && session.value === null ? <SignIn /> : null;
  return (
    <Frame>
      {trouble.value && (
        <div class="notice warn" role="alert">
          {trouble.value}
        </div>
      )}
      {instead?.(path) || <Screens key={screensKey} home={base} />}
      {isSignedOut.value && <SignInAgain form={props.signInForm} />}
    </Frame>
  );
}

function Screens({ home }: { home: string }) {
  return (
    <Router>
      {screens.value.map(({ name, href, part }) => (
        <Route key={name} path={href} component={part} />
      ))}
      <Route default component={() => <NotFound home={home} />} />
    </Router>
  );
}

function NotFound({ home }: { home: string }) {
  const words = uiText.notFound;
  return (
    <Screen title={words.title} note={words.note}>
      <a class="btn" href={home}>
        {words.back}
      </a>
    </Screen>
  );
}

/** Covers the screen instead of replacing it, so that unsaved input is kept. */
function SignInAgain({ form: Form }: { form: FunctionComponent }) {
  return (
    <Dialog title={uiText.signedOut.title} onClose={() => {}} isHeld>
      <div class="form">
        <p>{uiText.signedOut.note}</p>
        <Form />
      </div>
    </Dialog>
  );
}
