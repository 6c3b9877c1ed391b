/** Limits on password attempts and mail requests: either all budgets of an act are spent, or none. */

import { ApiError } from '../errors.ts';
import { networkOf } from '../net/address.ts';
import type { KeyedHash } from '../secrets/installation-secret.ts';
import type { Limiter } from './limiter.ts';

export type Try = {
  /** Gives the attempt back: it was correct or had no effect. */
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
  /** `points` in `seconds` (default a minute) for each key; the name separates budgets. */
  limiterOf: (name: string, points: number, seconds?: number) => Limiter;
  /** Attempts of one address for one email. */
  perMinute: number;
  /** Returns whether an account recently signed in from a network. */
  knows: (email: string, network: string) => Promise<boolean>;
};

/** Three of a million codes are valid at a time, so a thief with only the password needs four years to guess one. */
const codeTriesPerHour = 10;

/**
 * The budgets that one attempt at an email's password from an address uses, in both services together. Attempts from unknown networks do not use
 * up those of networks that the account knows. Emails and addresses are counted as keyed hashes, addresses of one /64
 * as one.
 */
export function createSignInTries({ hash, limiterOf, perMinute, knows }: SignInBudgets) {
  const keyOf = (text: string) => hash(text).toString('base64url');
  const byBoth = limiterOf('login-tries', perMinute);
  /** Limits many addresses trying one account, and one address trying many accounts. */
  const byEmail = limiterOf('login-tries-email', perMinute * 10);
  const byAddress = limiterOf('login-tries-address', perMinute * 20);
  /** Only a person who knows the password can try codes, so nobody else can use these up. */
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
    /** One attempt by an account with a session, which no one else can use up. @throws `rate_limited` */
    spendOnOwner: (id: number): Promise<Try> => spendAll([[byBoth, keyOf(`user ${id}`)]]),
    /** One attempt at a code of an account whose password was correct. @throws `rate_limited` */
    spendOnCode: (id: number): Promise<Try> => spendAll([[byCode, keyOf(`user ${id}`)]]),
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
