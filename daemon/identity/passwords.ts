/**
 * Links' passwords. Accounts, new links and visitors' attempts have separate queues, and each queue serves its
 * tenants in turn. So no workspace's links delay sign-ins or other workspaces' links.
 */
import { setMaxListeners } from 'node:events';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Numbers } from '../../shared/process/metrics.ts';
import { accountPasswords, argon2, passwordCost, passwordsBusy as refusal } from '../../shared/secrets/passwords.ts';

/** The queue for passwords of new links. A tenant is a workspace; two of its bulk requests can wait. */
const newLinks = new FairQueue({ capacity: 1, waitingEach: 100, waitingAtMost: 400, refusal });
/** The queue for visitors' attempts. A tenant is a link. */
const linkTries = new FairQueue({ capacity: 1, waitingEach: 20, waitingAtMost: 200, refusal });

const queues = {
  accounts: { queue: accountPasswords, owners: 'of accounts' },
  new_links: { queue: newLinks, owners: 'of new links' },
  link_tries: { queue: linkTries, owners: 'of link visitors' },
};

/** Metrics of the started, refused and waiting work of each queue. */
export const passwordNumbers: Numbers = Object.fromEntries(
  Object.entries(queues).flatMap(([name, { queue, owners }]) => [
    [`password_${name}_hashes`, { help: `Hashes started for passwords ${owners}.`, value: () => queue.numbers.begun }],
    [
      `password_${name}_refused`,
      { help: `Passwords ${owners} that were refused with 503.`, value: () => queue.numbers.refused },
    ],
    [
      `password_${name}_waiting`,
      { help: `Passwords ${owners} that are waiting to be hashed.`, value: () => queue.numbers.waiting },
    ],
  ]),
);

/**
 * Hashes the passwords of a workspace's links, in order. After a failure, no others are started. @throws `unavailable`
 */
export async function hashLinkPasswords(workspaceId: number, passwords: string[], signal: AbortSignal) {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  setMaxListeners(passwords.length + 1, either);
  try {
    return await Promise.all(
      passwords.map((password) =>
        newLinks.run(String(workspaceId), async () => (await argon2()).hash(password, passwordCost), {
          signal: either,
        }),
      ),
    );
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** Checks a link's password. @throws `unavailable` */
export const verifyLinkPassword = (linkId: number, stored: string, password: string, signal: AbortSignal) =>
  linkTries.run(String(linkId), async () => (await argon2()).verify(stored, password), { signal });
