/** Parts of several sign-in pages: links between them, the provider's button, notices. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../../shared/ui/button.tsx';
import { toastError } from '../../../../shared/ui/toast.tsx';
import { base, pathTo, type RouteName } from '../../core/routes.ts';
import { session, signOut } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { type ProviderOptions, providerUrl } from './settings.ts';

const words = text.signIn;

/** Explains how to get an account. Returns `undefined` if users can sign up themselves. */
export function onlyWay({ signup, needsInviteCode }: DashboardSettings): { title: string; note: string } | undefined {
  if (signup === 'closed') return { title: text.signUp.closed, note: text.signUp.closedNote };
  if (signup === 'open' || needsInviteCode) return undefined;
  return { title: text.signUp.inviteOnly, note: text.signUp.inviteOnlyNote };
}

/** Shows links to sign-in pages. `overview` shows sign-in to users who are not signed in. */
export function SignInLinks({ to }: { to: [name: RouteName, label: string][] }) {
  return (
    <div class="links">
      {to.map(([name, label]) => (
        <a key={name} class="text" href={pathTo(name)}>
          {label}
        </a>
      ))}
    </div>
  );
}

export const BackToSignIn = () => <SignInLinks to={[['overview', words.back]]} />;

type ProviderProps = { settings: DashboardSettings; options?: ProviderOptions };

/** Shows a button for sign-in with the provider, if there is one, separated from the password form. */
export function Provider({ settings, options }: ProviderProps) {
  if (!settings.oidc) return null;
  return (
    <>
      <a class={settings.password ? 'btn' : 'btn main'} href={providerUrl(options)}>
        {words.by(settings.oidc.name)}
      </a>
      {settings.password && (
        <div class="or soft small" aria-hidden="true">
          {words.or}
        </div>
      )}
    </>
  );
}

/** Explains why a page cannot continue, and what to do instead. */
export const DeadEnd = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="notice warn" role="status">
    <div>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  </div>
);

/** Shows a notice that a user is already signed in. Renders nothing if nobody is. */
export function SignedInAlready() {
  const user = session.value?.user;
  if (!user) return null;
  return (
    <>
      <p>{words.signedInAs(user.email)}</p>
      <a class="btn main" href={base}>
        {words.continue}
      </a>
      <Button onClick={() => void signOut().catch(toastError)}>{words.signOut}</Button>
    </>
  );
}
