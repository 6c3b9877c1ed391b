/** The signed-in user. The session is a cookie hidden from scripts; it is only valid together with the nonce. */
import { batch, signal } from '@preact/signals';
import { followLanguage } from '../../../shared/ui/language.ts';
import { ApiError, isSignedOut } from '../../../shared/ui/service.ts';
import { nonce, refusals, site } from './api.ts';
import { base } from './routes.ts';
import type { Role, Session } from './types.ts';

/** The session; undefined until known. If there is none, the browser opens the dashboard's sign-in. */
export const session = signal<Session | undefined>(undefined);

const ranks: Record<Role, number> = { viewer: 0, editor: 1, administrator: 2 };

/** Checks whether the user's role is at least this one. */
export const may = (least: Role): boolean => ranks[session.value?.user.role ?? 'viewer'] >= ranks[least];

/** Checks whether a plugin runs. */
export const hasPlugin = (plugin: string): boolean => session.value?.plugins.includes(plugin) ?? false;

const fetchSession = () => site.get<Session>('/session');

/** Loads the session, or redirects the browser to sign-in. @throws if the service could not be reached */
export async function openSession(): Promise<void> {
  try {
    enter(await fetchSession());
    sessionStorage.removeItem(leftKey);
    tabs.postMessage('signed in');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || hasJustLeft()) throw error;
    session.value = undefined;
    sessionStorage.setItem(leftKey, String(Date.now()));
    location.replace(signInUrl(error));
  }
}

const leftKey = 'waypost-left-at';
const awayMs = 10_000;

/**
 * Returns whether the browser was just redirected to sign-in. If so, an error is shown instead of an endless
 * redirect.
 */
const hasJustLeft = () => Date.now() - Number(sessionStorage.getItem(leftKey)) < awayMs;

/** Returns the URL of the dashboard's sign-in. After sign-in, the browser returns to the current screen. */
const signInUrl = ({ details }: ApiError): string =>
  `${details.sign_in_url}?${new URLSearchParams({ to: location.pathname + location.search })}`;

/** The channel to other tabs. A tab that was signed out continues when the user signs in again in another tab. */
const tabs = new BroadcastChannel('waypost-admin');
tabs.onmessage = () => {
  if (isSignedOut.value) refreshSession();
};

const refreshSession = (): void => void fetchSession().then(enter, () => {});

// A refused call reloads the session: a role may have changed, or another tab may have a new nonce.
refusals.subscribe((count) => {
  if (count > 0) refreshSession();
});

function enter(answer: Session): void {
  followLanguage(answer.user.language);
  batch(() => {
    nonce.value = answer.nonce;
    session.value = answer;
    isSignedOut.value = false;
  });
}

/**
 * Signs out and loads the first screen again, so that nothing stays in memory. It then redirects to the dashboard's
 * sign-in.
 */
export async function signOut(): Promise<void> {
  await site.delete('/session');
  session.value = undefined;
  location.assign(base);
}
