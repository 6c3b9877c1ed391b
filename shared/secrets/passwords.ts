/**
 * Passwords of people who sign in, hashed with argon2id, which runs on the thread pool and never on the loop. Each hash costs
 * tens of milliseconds and 19 MiB, so few run at a time, and all who wait are served in turn.
 */
import { unavailable } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified in place of an account that is not there, so that the answer takes as long. Nobody knows its password: it is random. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$N1+rfXb0Jh50BCDEPZxNXQ$Aza6i4mM29s7HzwCtOXjeXN7w8NJp3ejLQf2xnkquDU';

/** Loaded at the first password: finding and opening it takes a start tens of milliseconds. */
export const argon2 = () => import('@node-rs/argon2');

/** The answer to those who cannot even wait. */
export const passwordsBusy = () => unavailable('too many passwords are being checked just now');

/** Everything costly about passwords of accounts goes through here. A tenant is who asks: an address. */
export const accountPasswords = new FairQueue({
  capacity: 2,
  waitingEach: 50,
  waitingAtMost: 400,
  refusal: passwordsBusy,
});

/** Who wants a password of an account hashed or checked, and whether they still wait for it. */
export type Asker = { from: string; signal?: AbortSignal | undefined };
const nobodyElse: Asker = { from: '' };

/** For an account. @throws `unavailable` when too many wait already. */
export const hashPassword = (password: string, { from, signal }: Asker = nobodyElse): Promise<string> =>
  accountPasswords.run(from, async () => (await argon2()).hash(password, passwordCost), { signal });

/** Of an account. @throws `unavailable` */
export const verifyPassword = (
  stored: string,
  password: string,
  { from, signal }: Asker = nobodyElse,
): Promise<boolean> => accountPasswords.run(from, async () => (await argon2()).verify(stored, password), { signal });
