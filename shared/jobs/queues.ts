/** Redis names that BullMQ's queues share. */

/** BullMQ's key prefix, one hash tag, so that all keys of a queue share a slot on Redis Cluster. */
export const queuePrefix = (redisPrefix: string) => `{${redisPrefix}}`;
