/** BullMQ's queues: their names in Redis, and how much waits in them. */
import type { Redis } from 'ioredis';

/** BullMQ's key prefix, one hash tag, so that all keys of a queue share a slot on Redis Cluster. */
export const queuePrefix = (redisPrefix: string) => `{${redisPrefix}}`;

const served = new Set<string>();

/** Notes that this process works on a queue; the returned function ends that. */
export function noteServed(name: string): () => void {
  served.add(name);
  return () => void served.delete(name);
}

/** The queues that this process works on. */
export const listServedQueues = (): string[] => [...served].sort();

export type QueueDepth = { waiting: number; delayed: number; failed: number };

/** The jobs of a queue by their state. */
export async function queueDepth(redis: Redis, redisPrefix: string, name: string): Promise<QueueDepth> {
  const key = (of: string) => `${queuePrefix(redisPrefix)}:${name}:${of}`;
  const [waiting, urgent, delayed, failed] = await Promise.all([
    redis.llen(key('wait')),
    redis.zcard(key('prioritized')),
    redis.zcard(key('delayed')),
    redis.zcard(key('failed')),
  ]);
  return { waiting: waiting + urgent, delayed, failed };
}
