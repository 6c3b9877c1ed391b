/**
 * Passwords of people, hashed with argon2id on the thread pool and never on the event loop. Each hash costs tens of
 * milliseconds and 19 MiB, so few run at a time, and waiting callers alternate.
 */
import { unavailable } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified if the account is missing, so that the answer takes as long. Its password is random and unknown. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$N1+rfXb0Jh50BCDEPZxNXQ$Aza6i4mM29s7HzwCtOXjeXN7w8NJp3ejLQf2xnkquDU';

/** Loaded at the first password, which saves tens of milliseconds at start. */
export const argon2 = () => import('@node-rs/argon2');

/** The answer if the queue is full. */
export const passwordsBusy = () => unavailable('Too many passwords are being checked. Try again shortly.');

/** Everything costly about account passwords goes through this queue. A tenant is the caller's address. */
export const accountPasswords = new FairQueue({
  capacity: 2,
  waitingEach: 50,
  waitingAtMost: 400,
  refusal: passwordsBusy,
});

/** The caller who wants a password hashed or checked, and the signal that they left. */
export type Asker = { from: string; signal?: AbortSignal | undefined };
const nobodyElse: Asker = { from: '' };

/** For an account. @throws `unavailable` if the queue is full */
export const hashPassword = (password: string, { from, signal }: Asker = nobodyElse): Promise<string> =>
  accountPasswords.run(from, async () => (await argon2()).hash(password, passwordCost), { signal });

/** Checks an account's password. @throws `unavailable` */
export const verifyPassword = (
  stored: string,
  password: string,
  { from, signal }: Asker = nobodyElse,
): Promise<boolean> => accountPasswords.run(from, async () => (await argon2()).verify(stored, password), { signal });
