/**
 * Password hashing with argon2id, which runs on the thread pool and never on the loop. Few run at a time, in turn, so
 * that a request with many passwords delays others by one hash and leaves threads for everything else; and only so many
 * wait, because each costs tens of milliseconds and 19 MiB.
 */

import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { unavailable } from '../../shared/errors.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const inTurn = pLimit(2);
const waitingAtMost = 500;

/** @throws `unavailable` when too many wait already. */
function queue<T>(work: () => Promise<T>): Promise<T> {
  if (inTurn.pendingCount >= waitingAtMost) throw unavailable('too many passwords are being checked just now');
  return inTurn(work);
}

export const hashPassword = async (password: string) => queue(() => hash(password, options));
export const verifyPassword = async (stored: string, password: string) => queue(() => verify(stored, password));
