/** Opens BullMQ's queues. */
import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';
import { queuePrefix } from './queues.ts';

/** Opens a queue for adding jobs. */
export function openQueue<Data>(
  redis: Redis,
  redisPrefix: string,
  name: string,
  { log, jobs }: { log: Log; jobs?: JobsOptions },
) {
  const queue = new Queue<Data>(name, {
    connection: redis,
    prefix: queuePrefix(redis, redisPrefix, name),
    // BullMQ asks for the version before a Cluster is ready, and would keep the error. `waypost check` checks versions.
    skipVersionCheck: true,
    ...(jobs ? { defaultJobOptions: jobs } : {}),
  });
  queue.on('error', (err) => log.debug({ err, queue: name }, 'a queue failed'));
  return queue;
}
