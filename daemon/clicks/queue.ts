/** The queue that carries clicks from the redirect processes to the worker: its name and what a job holds. */

/** `[linkId, time in ms since 1970, User-Agent]` */
export type Click = [linkId: number, at: number, userAgent: string];

/** A batch is stored once, however often it is delivered: `id` is written with it. */
export type ClickBatch = { id: string; clicks: Click[] };

export const clickQueue = 'clicks';

/** BullMQ's key prefix: one hash tag, so that a queue's keys share a slot on Redis Cluster. */
export const queuePrefix = (redisPrefix: string) => `{${redisPrefix}}`;
