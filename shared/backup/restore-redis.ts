/** Takes what Redis has of another state: clicks under way, jobs, counters of limits, and sessions' copies. All is made again. */
import type { Redis } from 'ioredis';
import { connectOnce } from '../redis/redis-address.ts';

const keysAtOnce = 1_000;

/** @throws when Redis cannot be reached */
export async function openForRestore(redisUrl: string): Promise<Redis> {
  const redis = connectOnce(redisUrl, { lazyConnect: true });
  await redis.connect();
  return redis;
}

/** BullMQ's keys have the prefix in braces. */
export async function dropKeys(redis: Redis, prefix: string): Promise<void> {
  const literal = prefix.replaceAll(/[\\*?[\]^-]/g, '\\$&');
  for (const match of [`${literal}:*`, `{${literal}}:*`]) {
    for await (const keys of redis.scanStream({ match, count: keysAtOnce })) {
      if (keys.length > 0) await redis.unlink(...keys);
    }
  }
}
