/** Ten tries at a link's password in ten minutes for each address, counted in Redis; while it is away, here. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { TryLimit } from './answers.ts';

const tries = { points: 10, duration: 600 };

export function createTryLimit(redis: Redis, redisPrefix: string): TryLimit {
  const keyPrefix = `${redisPrefix}:password-tries`;
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    ...tries,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, ...tries }),
  });
  /** No address is stored, only its hash. */
  const keyOf = (linkId: number, address: string) =>
    `${linkId}:${createHash('sha256').update(address).digest('base64url').slice(0, 16)}`;
  return {
    async spend(linkId, address) {
      try {
        await limiter.consume(keyOf(linkId, address));
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.ceil(refused.msBeforeNext / 1_000);
      }
    },
    refund(linkId, address) {
      limiter.reward(keyOf(linkId, address)).catch(() => {});
    },
  };
}
