/** The signed-in user. The session is a cookie hidden from scripts; it is only valid together with the nonce. */
import { batch, signal } from '@preact/signals';
import { type RequestOptions, signWithPasskey } from '../../../shared/ui/passkey.ts';
import { ApiError, isSignedOut } from '../../../shared/ui/service.ts';
import { nonce, refusals, site } from './api.ts';
import type { Role, Session, SignInWays } from './types.ts';

/** Undefined until known; null if nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Nobody has an account yet. */
export const isFirstVisit = signal(false);

/** Where the first account is made, if not here. */
export const firstVisitUrl = signal<string | undefined>(undefined);

/** How people sign in here. */
export const ways = signal<SignInWays>({ password: true, passkeys: true, provider: null, demo: null });

/** Where signing in at the provider begins; `to` is the screen that it leads back to. */
export const providerUrl = (wish: { to: string; code?: string }): string =>
  `/wp-json/waypost-admin/v1/oidc?${new URLSearchParams(wish)}`;

const ranks: Record<Role, number> = { viewer: 0, editor: 1, administrator: 2 };

/** Whether one's role is at least that. */
export const may = (least: Role): boolean => ranks[session.value?.user.role ?? 'viewer'] >= ranks[least];

/** Finds out who is signed in. @throws when the service could not be asked. */
export async function openSession(): Promise<void> {
  try {
    enter(await site.get<Session>('/session'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forget();
    isFirstVisit.value = error.details.first_visit === true;
    firstVisitUrl.value = error.details.first_visit_url as string | undefined;
    ways.value = (error.details.sign_in as SignInWays | undefined) ?? ways.value;
  }
}

// After a refused call the session is read again: a role may have changed, and another tab that signed in again has a new nonce.
// A user who is signed out by then gets the sign-in dialog, and keeps what they typed.
refusals.subscribe((count) => {
  if (count > 0) site.get<Session>('/session').then(enter, () => {});
});

export function enter(answer: Session): void {
  batch(() => {
    nonce.value = answer.nonce;
    session.value = answer;
    ways.value = answer.sign_in;
    isFirstVisit.value = false;
    isSignedOut.value = false;
  });
}

export async function signIn(email: string, password: string, code?: string): Promise<void> {
  enter(await site.post<Session>('/session', { email, password, ...(code ? { code } : {}) }));
}

export async function signInByPasskey(): Promise<void> {
  const { options } = await site.post<{ options: RequestOptions }>('/session/passkey/options');
  enter(await site.post<Session>('/session/passkey', { response: await signWithPasskey(options) }));
}

export async function signOut(): Promise<void> {
  await site.delete('/session');
  forget();
}

function forget(): void {
  batch(() => {
    nonce.value = undefined;
    session.value = null;
    isSignedOut.value = false;
  });
}
