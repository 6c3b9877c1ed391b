/**
 * The cleanup of Redis for a restore. It deletes older data: clicks in transit, jobs, rate limit counters and cached
 * sessions. All of it is recreated.
 */
import type { Redis } from 'ioredis';
import { connectOnce } from '../redis/redis-address.ts';
import { primariesOf } from '../redis/redis-url.ts';

const keysAtOnce = 1_000;

/** Connects to Redis. @throws if it is not reachable */
export async function openForRestore(redisUrl: string): Promise<Redis> {
  const redis = connectOnce(redisUrl, { lazyConnect: true });
  await redis.connect();
  return redis;
}

/**
 * Deletes all keys with the prefix. The prefix is in braces in queues' keys and, in a Cluster, in keys that share a
 * slot.
 */
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
