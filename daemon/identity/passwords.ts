/**
 * Password hashing with argon2id, which runs on the thread pool and never on the loop. Each hash costs tens of milliseconds
 * and 19 MiB, so few run at a time. Accounts, passwords of new links, and visitors' tries at links have a lane each, and in
 * each lane all who wait are served in turn: nobody's links keep others from signing in, nor from their links.
 */
import { setMaxListeners } from 'node:events';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../../shared/fair-queue.ts';
import type { Numbers } from '../../shared/metrics.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const busy = 'too many passwords are being checked just now';

/** A tenant is who asks: an address. */
const accounts = new FairQueue({ capacity: 2, waitingEach: 50, waitingAtMost: 400, busy });
/** A tenant is a workspace; two bulk requests of it may wait. */
const newLinks = new FairQueue({ capacity: 1, waitingEach: 100, waitingAtMost: 400, busy });
/** A tenant is a link. */
const linkTries = new FairQueue({ capacity: 1, waitingEach: 20, waitingAtMost: 200, busy });

const lanes = { accounts, new_links: newLinks, link_tries: linkTries };

/** For metrics: what each lane did and what waits. */
export const passwordNumbers: Numbers = Object.fromEntries(
  Object.entries(lanes).flatMap(([name, lane]) => [
    [`password_${name}_hashes`, { help: 'Password hashes begun.', value: () => lane.numbers.begun }],
    [`password_${name}_refused`, { help: 'Passwords refused with 503.', value: () => lane.numbers.refused }],
    [`password_${name}_waiting`, { help: 'Passwords that wait for their turn.', value: () => lane.numbers.waiting }],
  ]),
);

/** Who wants a password of an account hashed or checked, and whether they still wait for it. */
export type Asker = { from: string; signal?: AbortSignal | undefined };
const nobodyElse: Asker = { from: '' };

/** For an account. @throws `unavailable` when too many wait already. */
export const hashPassword = (password: string, { from, signal }: Asker = nobodyElse) =>
  accounts.run(from, () => hash(password, options), { signal });

/** Of an account. @throws `unavailable` */
export const verifyPassword = (stored: string, password: string, { from, signal }: Asker = nobodyElse) =>
  accounts.run(from, () => verify(stored, password), { signal });

/** For links of a workspace, in order. Either all are hashed or the rest is not begun. @throws `unavailable` */
export async function hashLinkPasswords(workspaceId: number, passwords: string[], signal: AbortSignal) {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  setMaxListeners(passwords.length + 1, either);
  try {
    return await Promise.all(
      passwords.map((password) => newLinks.run(String(workspaceId), () => hash(password, options), { signal: either })),
    );
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** Of a link. @throws `unavailable` */
export const verifyLinkPassword = (linkId: number, stored: string, password: string, signal: AbortSignal) =>
  linkTries.run(String(linkId), () => verify(stored, password), { signal });
