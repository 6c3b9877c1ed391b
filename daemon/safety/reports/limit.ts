/** How many links one address may report an hour, counted in Redis over all processes; while it is away, here. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../../shared/config.ts';
import { rateLimited } from '../../api/errors.ts';

export function createReportLimit(redis: Redis, { redisPrefix, safety }: Pick<Config, 'redisPrefix' | 'safety'>) {
  const options = { keyPrefix: `${redisPrefix}:reports`, points: safety.reportsPerHour, duration: 3_600 };
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    ...options,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  return async (address: string): Promise<void> => {
    try {
      await limiter.consume(createHash('sha256').update(address).digest('base64url').slice(0, 22));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw rateLimited({ 'Retry-After': String(Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))) });
    }
  };
}
