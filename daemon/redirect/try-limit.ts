/** Ten attempts at a link's password in ten minutes for each IP address or IPv6 /64 network. */
import type { Redis } from 'ioredis';
import { createLimiter } from '../../shared/limits/limiter.ts';
import { networkOf } from '../../shared/net/address.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import type { TryLimit } from './answers.ts';

export function createTryLimit(redis: Redis, redisPrefix: string, hash: KeyedHash): TryLimit {
  const limiter = createLimiter(redis, `${redisPrefix}:password-tries`, { points: 10, seconds: 600 });
  const keyOf = (linkId: number, address: string) => `${linkId}:${hash(networkOf(address)).toString('base64url')}`;
  return {
    async spend(linkId, address) {
      const { allowed, seconds } = await limiter.spend(keyOf(linkId, address));
      return allowed ? undefined : seconds;
    },
    refund: (linkId, address) => limiter.refund(keyOf(linkId, address)),
  };
}
