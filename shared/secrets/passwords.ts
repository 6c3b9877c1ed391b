/**
 * Passwords of people who sign in, hashed with argon2id, which runs on the thread pool and never on the loop. Each hash costs
 * tens of milliseconds and 19 MiB, so few run at a time, and all who wait are served in turn.
 */
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors.ts';
import { FairQueue } from '../jobs/fair-queue.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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
  accountPasswords.run(from, () => hash(password, passwordCost), { signal });

/** Of an account. @throws `unavailable` */
export const verifyPassword = (
  stored: string,
  password: string,
  { from, signal }: Asker = nobodyElse,
): Promise<boolean> => accountPasswords.run(from, () => verify(stored, password), { signal });
