/**
 * Hashing of passwords with argon2id on the thread pool, never on the event loop. Each hash takes tens of
 * milliseconds and 19 MiB, so only a few run at a time, and waiting callers get fair shares.
 */
import { unavailable } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';

/** The first choice that OWASP recommends: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash to check if there is no account, so that the answer takes equally long. Nobody knows its password. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$N1+rfXb0Jh50BCDEPZxNXQ$Aza6i4mM29s7HzwCtOXjeXN7w8NJp3ejLQf2xnkquDU';

/** Loads argon2 at the first password instead of at the start, because loading takes tens of milliseconds. */
export const argon2 = () => import('@node-rs/argon2');

/** Creates the error that is thrown if the queue is full. */
export const passwordsBusy = () => unavailable('Too many passwords are being checked. Try again shortly.');

/** The queue for all hashing and checking of account passwords. A tenant is the caller's IP address. */
export const accountPasswords = new FairQueue({
  capacity: 2,
  waitingEach: 50,
  waitingAtMost: 400,
  refusal: passwordsBusy,
});

/** The caller of a hash or check, and a signal that aborts when the caller has disconnected. */
export type QueueClient = { from: string; signal?: AbortSignal | undefined };
const nobodyElse: QueueClient = { from: '' };

/** Hashes an account's password. @throws `unavailable` if the queue is full */
export const hashPassword = (password: string, { from, signal }: QueueClient = nobodyElse): Promise<string> =>
  accountPasswords.run(from, async () => (await argon2()).hash(password, passwordCost), { signal });

/** Checks an account's password. @throws `unavailable` if the queue is full */
export const verifyPassword = (
  stored: string,
  password: string,
  { from, signal }: QueueClient = nobodyElse,
): Promise<boolean> => accountPasswords.run(from, async () => (await argon2()).verify(stored, password), { signal });
