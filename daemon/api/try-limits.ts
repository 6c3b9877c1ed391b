/**
 * How often a password may be tried, an account asked for or a link reported, over all processes. Addresses are counted by
 * their hashes, those of one /64 as one.
 */
import type { Redis } from 'ioredis';
import { networkOf } from '../../shared/address.ts';
import type { Config } from '../../shared/config.ts';
import { createLimiter, hashedKey, type Limiter } from '../../shared/limiter.ts';
import { rateLimited } from './errors.ts';

type Try = {
  /** Gives the try back: it was right. */
  refund(): void;
};

export type TryLimits = {
  /** One try at an email's password, or one mail to it, from an address. @throws `rate_limited` */
  spendOnEmail(address: string, email: string): Promise<Try>;
  /** One new account, or one try at a mailed token, from an address. @throws `rate_limited` */
  spendOnAddress(address: string): Promise<void>;
  /** One report of an unsafe link from an address. @throws `rate_limited` */
  spendOnReport(address: string): Promise<void>;
};

type Settings = Pick<Config, 'redisPrefix' | 'loginTriesPerMinute' | 'signupsPerMinute' | 'safety'>;

export function createTryLimits(redis: Redis, settings: Settings): TryLimits {
  const { redisPrefix, loginTriesPerMinute, signupsPerMinute, safety } = settings;
  const limiterOf = (name: string, points: number, seconds = 60) =>
    createLimiter(redis, `${redisPrefix}:${name}`, { points, seconds });
  const byBoth = limiterOf('login-tries', loginTriesPerMinute);
  /** Many addresses trying one account, and one address trying many accounts. */
  const byEmail = limiterOf('login-tries-email', loginTriesPerMinute * 10);
  const byAddress = limiterOf('login-tries-address', loginTriesPerMinute * 20);
  const signups = limiterOf('signups', signupsPerMinute);
  const reports = limiterOf('reports', safety.reportsPerHour, 3_600);

  return {
    async spendOnEmail(address, email) {
      const network = networkOf(address);
      const spent: [Limiter, string][] = [
        [byBoth, hashedKey(`${network} ${email}`)],
        [byAddress, hashedKey(network)],
        [byEmail, hashedKey(email)],
      ];
      for (const [limiter, key] of spent) await spend(limiter, key);
      return {
        refund() {
          for (const [limiter, key] of spent) limiter.refund(key);
        },
      };
    },
    spendOnAddress: (address) => spend(signups, hashedKey(networkOf(address))),
    spendOnReport: (address) => spend(reports, hashedKey(networkOf(address))),
  };
}

async function spend(limiter: Limiter, key: string): Promise<void> {
  const { allowed, seconds } = await limiter.spend(key);
  if (!allowed) throw rateLimited({ 'Retry-After': String(seconds) });
}
