/**
 * Deletes what Redis holds of another state: clicks in transit, jobs, rate limit counters and cached sessions. All of
 * it is recreated.
 */
import type { Redis } from 'ioredis';
import { connectOnce } from '../redis/redis-address.ts';

const keysAtOnce = 1_000;

/** @throws if Redis cannot be reached */
export async function openForRestore(redisUrl: string): Promise<Redis> {
  const redis = connectOnce(redisUrl, { lazyConnect: true });
  await redis.connect();
  return redis;
}

/** BullMQ puts the prefix of its keys in braces. */
export async function dropKeys(redis: Redis, prefix: string): Promise<void> {
  const literal = prefix.replaceAll(/[\\*?[\]^-]/g, '\\$&');
  for (const match of [`${literal}:*`, `{${literal}}:*`]) {
    for await (const keys of redis.scanStream({ match, count: keysAtOnce })) {
      if (keys.length > 0) await redis.unlink(...keys);
    }
  }
}
