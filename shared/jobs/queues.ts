/** Names in Redis that BullMQ's queues share. */

/** BullMQ's key prefix: one hash tag, so that a queue's keys share a slot on Redis Cluster. */
export const queuePrefix = (redisPrefix: string) => `{${redisPrefix}}`;
