/** How often a password may be tried, or a mail asked for: all budgets of an act are spent together, or none. */

import { ApiError } from '../errors.ts';
import { networkOf } from '../net/address.ts';
import type { KeyedHash } from '../secrets/installation-secret.ts';
import type { Limiter } from './limiter.ts';

export type Try = {
  /** Gives the try back: it was right, or nothing came of it. */
  refund(): void;
};

export type Spending = [Limiter, key: string];

/** All or none. @throws `rate_limited`, with `Retry-After` */
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
  new ApiError('rate_limited', `too many requests; try again in ${seconds} seconds`, {
    headers: { 'Retry-After': String(seconds) },
  });

export type SignInBudgets = {
  hash: KeyedHash;
  /** `points` in so many seconds, a minute unless said, for each key; the name keeps budgets apart. */
  limiterOf: (name: string, points: number, seconds?: number) => Limiter;
  /** Of one address for one email. */
  perMinute: number;
  /** Whether an account signed in from a network lately. */
  knows: (email: string, network: string) => Promise<boolean>;
};

/** Three of a million codes hold at a time, so a thief of the password alone guesses one in four years. */
const codeTriesPerHour = 10;

/**
 * What one try at an email's password from an address spends. Tries of strangers do not use up those from networks the account
 * knows. Addresses of people and of machines are counted by keyed hashes, machines of one /64 as one.
 */
export function createSignInTries({ hash, limiterOf, perMinute, knows }: SignInBudgets) {
  const keyOf = (text: string) => hash(text).toString('base64url');
  const byBoth = limiterOf('login-tries', perMinute);
  /** Many addresses trying one account, and one address trying many accounts. */
  const byEmail = limiterOf('login-tries-email', perMinute * 10);
  const byAddress = limiterOf('login-tries-address', perMinute * 20);
  /** A person who tries codes knows the password, so that nobody else can use these up. */
  const byCode = limiterOf('code-tries', codeTriesPerHour, 3_600);
  return {
    /** @throws `rate_limited` */
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
    /** One try of an account whose session asks: nobody else has a part in that. @throws `rate_limited` */
    spendOnOwner: (userId: number): Promise<Try> => spendAll([[byBoth, keyOf(`user ${userId}`)]]),
    /** One try at a code of an account whose password was right. @throws `rate_limited` */
    spendOnCode: (userId: number): Promise<Try> => spendAll([[byCode, keyOf(`user ${userId}`)]]),
    /** One sign-in with a passkey from an address. @throws `rate_limited` */
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
