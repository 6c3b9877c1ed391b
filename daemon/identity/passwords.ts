/**
 * Passwords of links. New links and visitors' attempts have separate queues beside that of accounts, and each queue
 * serves its tenants in turn: nobody's links delay sign-ins or others' links.
 */
import { setMaxListeners } from 'node:events';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Numbers } from '../../shared/process/metrics.ts';
import { accountPasswords, argon2, passwordCost, passwordsBusy as refusal } from '../../shared/secrets/passwords.ts';

/** A tenant is a workspace; two of its bulk requests can wait. */
const newLinks = new FairQueue({ capacity: 1, waitingEach: 100, waitingAtMost: 400, refusal });
/** A tenant is a link. */
const linkTries = new FairQueue({ capacity: 1, waitingEach: 20, waitingAtMost: 200, refusal });

const lanes = {
  accounts: { lane: accountPasswords, of: 'of accounts' },
  new_links: { lane: newLinks, of: 'of new links' },
  link_tries: { lane: linkTries, of: 'of link visitors' },
};

/** Metrics: completed and waiting work of each queue. */
export const passwordNumbers: Numbers = Object.fromEntries(
  Object.entries(lanes).flatMap(([name, { lane, of }]) => [
    [`password_${name}_hashes`, { help: `Hashes started for passwords ${of}.`, value: () => lane.numbers.begun }],
    [
      `password_${name}_refused`,
      { help: `Passwords ${of} that were refused with 503.`, value: () => lane.numbers.refused },
    ],
    [
      `password_${name}_waiting`,
      { help: `Passwords ${of} that wait to be hashed.`, value: () => lane.numbers.waiting },
    ],
  ]),
);

/**
 * Hashes the passwords of a workspace's links, in order. Either all are hashed or the rest is not started. @throws
 * `unavailable`
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
