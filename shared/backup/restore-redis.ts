/**
 * Deletes what Redis holds of another state: clicks in transit, jobs, rate limit counters and cached sessions. All of
 * it is recreated.
 */
import type { Redis } from 'ioredis';
import { connectOnce } from '../redis/redis-address.ts';
import { primariesOf } from '../redis/redis-url.ts';

const keysAtOnce = 1_000;

/** @throws if Redis cannot be reached */
export async function openForRestore(redisUrl: string): Promise<Redis> {
  const redis = connectOnce(redisUrl, { lazyConnect: true });
  await redis.connect();
  return redis;
}

/** Queues have the prefix of their keys in braces; in a Cluster so has what shares a slot, and each key is in another one. */
export async function dropKeys(redis: Redis, prefix: string): Promise<void> {
  const literal = prefix.replaceAll(/[\\*?[\]^-]/g, '\\$&');
  for (const primary of primariesOf(redis)) {
    for (const match of [`${literal}:*`, `{${literal}[:}]*`]) {
      for await (const keys of primary.scanStream({ match, count: keysAtOnce })) {
        await Promise.all((keys as string[]).map((key) => redis.unlink(key)));
      }
    }
  }
}
