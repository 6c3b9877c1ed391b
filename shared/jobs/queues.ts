/**
 * BullMQ's queues: their names in Redis, and their numbers of jobs. Does not load BullMQ, which takes several MB, because
 * processes without background work also count jobs.
 */
import type { Redis } from 'ioredis';
import { primariesOf, sharedSlot } from '../redis/redis-url.ts';

/** Returns BullMQ's key prefix for a queue: a hash tag, so that in a Cluster all keys of a queue share a slot. */
export const queuePrefix = (redis: Redis, redisPrefix: string, name: string) =>
  redis.isCluster ? sharedSlot(redis, redisPrefix, name) : `{${redisPrefix}}`;

const served = new Set<string>();

/** Records that this process works on a queue; the returned function ends that. */
export function recordServed(name: string): () => void {
  served.add(name);
  return () => void served.delete(name);
}

/** Lists the queues that this process works on. */
export const listServedQueues = (): string[] => [...served].sort();

export type QueueDepth = { waiting: number; delayed: number; failed: number };

/** Counts a queue's jobs by state. */
export async function queueDepth(redis: Redis, redisPrefix: string, name: string): Promise<QueueDepth> {
  const key = (of: string) => `${queuePrefix(redis, redisPrefix, name)}:${name}:${of}`;
  const [waiting, urgent, delayed, failed, aside] = await Promise.all([
    redis.llen(key('wait')),
    redis.zcard(key('prioritized')),
    redis.zcard(key('delayed')),
    redis.zcard(key('failed')),
    redis.hlen(key('aside')),
  ]);
  return { waiting: waiting + urgent, delayed, failed: failed + aside };
}

const keysAtOnce = 1_000;
const mostTurns = 200;

/** Lists the installation's queues. On a server with very many keys, the search stops early. */
export async function listQueues(redis: Redis, redisPrefix: string): Promise<string[]> {
  const names = new Set<string>();
  const match = queuePrefix(redis, redisPrefix, '*');
  for (const primary of primariesOf(redis)) {
    let cursor = '0';
    for (let turn = 0; turn < mostTurns && (turn === 0 || cursor !== '0'); turn++) {
      const [next, keys] = await primary.scan(cursor, 'MATCH', `${match}:*:meta`, 'COUNT', keysAtOnce);
      for (const key of keys) names.add(key.split(':').at(-2) as string);
      cursor = next;
    }
  }
  return [...names].sort();
}
