/** Ten tries at a link's password in ten minutes for each address, an IPv6 /64 being one. */
import type { Redis } from 'ioredis';
import { networkOf } from '../../shared/address.ts';
import { createLimiter, hashedKey } from '../../shared/limiter.ts';
import type { TryLimit } from './answers.ts';

export function createTryLimit(redis: Redis, redisPrefix: string): TryLimit {
  const limiter = createLimiter(redis, `${redisPrefix}:password-tries`, { points: 10, seconds: 600 });
  const keyOf = (linkId: number, address: string) => `${linkId}:${hashedKey(networkOf(address))}`;
  return {
    async spend(linkId, address) {
      const { allowed, seconds } = await limiter.spend(keyOf(linkId, address));
      return allowed ? undefined : seconds;
    },
    refund: (linkId, address) => limiter.refund(keyOf(linkId, address)),
  };
}
