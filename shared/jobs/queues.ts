/** Names in Redis that BullMQ's queues share, and queues that nobody reads any more. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** BullMQ's key prefix: one hash tag, so that a queue's keys share a slot on Redis Cluster. */
export const queuePrefix = (redisPrefix: string) => `{${redisPrefix}}`;

/** Deletes a queue of a former release, in the background; without Redis it stays. `connection` stays open. */
export function dropQueue(connection: Redis, redisPrefix: string, name: string): void {
  const queue = new Queue(name, { connection, prefix: queuePrefix(redisPrefix), skipMetasUpdate: true });
  queue.on('error', () => {});
  void queue
    .obliterate({ force: true })
    .catch(() => {})
    .then(() => queue.close())
    .catch(() => {});
}
