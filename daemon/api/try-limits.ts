/**
 * How often a password may be tried, or an account asked for, counted in Redis over all processes; while Redis is away,
 * in this one. Addresses are counted by their hashes.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../shared/config.ts';
import { rateLimited } from './errors.ts';

export type Try = {
  /** Gives the try back: it was right. */
  refund(): void;
};

export type TryLimits = {
  /** One try at an email's password, or one mail to it, from an address. @throws `rate_limited` */
  spendOnEmail(address: string, email: string): Promise<Try>;
  /** One new account, or one try at a mailed token, from an address. @throws `rate_limited` */
  spendOnAddress(address: string): Promise<void>;
};

export function createTryLimits(
  redis: Redis,
  config: Pick<Config, 'redisPrefix' | 'loginTriesPerMinute' | 'signupsPerMinute'>,
): TryLimits {
  const limiterOf = (name: string, points: number) => {
    const options = { keyPrefix: `${config.redisPrefix}:${name}`, points, duration: 60 };
    return new RateLimiterRedis({
      storeClient: redis,
      ...options,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  };
  const byBoth = limiterOf('login-tries', config.loginTriesPerMinute);
  /** Many addresses trying one account, and one address trying many accounts. */
  const byEmail = limiterOf('login-tries-email', config.loginTriesPerMinute * 10);
  const byAddress = limiterOf('login-tries-address', config.loginTriesPerMinute * 20);
  const signups = limiterOf('signups', config.signupsPerMinute);

  return {
    async spendOnEmail(address, email) {
      const spent: [RateLimiterRedis, string][] = [
        [byBoth, hashOf(`${address} ${email}`)],
        [byAddress, hashOf(address)],
        [byEmail, hashOf(email)],
      ];
      for (const [limiter, key] of spent) await spend(limiter, key);
      return {
        refund() {
          for (const [limiter, key] of spent) limiter.reward(key).catch(() => {});
        },
      };
    },
    spendOnAddress: (address) => spend(signups, hashOf(address)),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

async function spend(limiter: RateLimiterRedis, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw rateLimited({ 'Retry-After': String(Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))) });
  }
}
