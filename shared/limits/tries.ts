/** Limits on password attempts and email requests: an attempt spends all its budgets or none. */

import { ApiError } from '../errors.ts';
import { networkOf } from '../net/address.ts';
import type { KeyedHash } from '../secrets/installation-secret.ts';
import type { Limiter } from './limiter.ts';

export type Try = {
  /** Gives the attempt back, because it was correct or had no effect. */
  refund(): void;
};

export type Spending = [Limiter, key: string];

/** Spends all budgets or none. @throws `rate_limited`, with `Retry-After` */
export async function spendAll(wanted: Spending[]): Promise<Try> {
  const spent: Spending[] = [];
  const refund = () => {
    for (const [limiter, key] of spent) limiter.refund(key);
  };
  for (const [limiter, key] of wanted) {
    const { allowed, seconds } = await limiter.spend(key);
    if (!allowed) {
      refund();
      throw tooMany(seconds);
    }
    spent.push([limiter, key]);
  }
  return { refund };
}

const tooMany = (seconds: number) =>
  new ApiError('rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
  });

export type SignInBudgets = {
  hash: KeyedHash;
  /** Returns a limiter for `points` per key in `seconds` (default: a minute). The name separates budgets. */
  limiterOf: (name: string, points: number, seconds?: number) => Limiter;
  /** The number of attempts per minute from one IP address for one email address. */
  perMinute: number;
  /** Resolves to whether an account recently signed in from a network. */
  knows: (email: string, network: string) => Promise<boolean>;
};

/**
 * The number of attempts per hour to enter a code. Three of a million codes are valid at a time, so at this rate
 * guessing a code takes four years.
 */
const codeTriesPerHour = 10;

/**
 * Creates the budgets for sign-in attempts, shared by both services. Attempts from unknown networks do not use up the
 * budget of networks that the account knows. Email addresses and IP addresses are counted as keyed hashes; IP
 * addresses of the same /64 count as one.
 */
export function createSignInTries({ hash, limiterOf, perMinute, knows }: SignInBudgets) {
  const keyOf = (text: string) => hash(text).toString('base64url');
  const byBoth = limiterOf('login-tries', perMinute);
  /** Limits for many IP addresses that try one account, and one IP address that tries many accounts. */
  const byEmail = limiterOf('login-tries-email', perMinute * 10);
  const byAddress = limiterOf('login-tries-address', perMinute * 20);
  /** The budget for codes, which only someone with the password can use up. */
  const byCode = limiterOf('code-tries', codeTriesPerHour, 3_600);
  return {
    /** Counts a password attempt for an email address. @throws `rate_limited` */
    async spendOnEmail(address: string, email: string): Promise<Try> {
      const network = networkOf(address);
      const attempt = await spendAll([
        [byBoth, keyOf(`${network} ${email}`)],
        [byAddress, keyOf(network)],
      ]);
      const key = keyOf(email);
      const { allowed, seconds } = await byEmail.spend(key);
      if (allowed) return both(attempt, { refund: () => byEmail.refund(key) });
      if (!(await knows(email, network))) throw tooMany(seconds);
      return attempt;
    },
    /** Counts an attempt by a signed-in user against the user's own budget. @throws `rate_limited` */
    spendOnOwner: (id: number): Promise<Try> => spendAll([[byBoth, keyOf(`user ${id}`)]]),
    /** Counts an attempt to enter a code after a correct password. @throws `rate_limited` */
    spendOnCode: (id: number): Promise<Try> => spendAll([[byCode, keyOf(`user ${id}`)]]),
    /** Counts a sign-in with a passkey from an IP address. @throws `rate_limited` */
    spendOnPasskey: (address: string): Promise<Try> => spendAll([[byAddress, keyOf(networkOf(address))]]),
  };
}

export type SignInTries = ReturnType<typeof createSignInTries>;

const both = (one: Try, other: Try): Try => ({
  refund() {
    one.refund();
    other.refund();
  },
});
