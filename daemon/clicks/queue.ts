/** The queue that carries batches of clicks from the spool to the worker: its name and what a job holds. */

/**
 * A batch is counted once, however often it is delivered: `id`, its segment's name, is stored with it. `clicks` are
 * the bytes of `click-record.ts`, deflated, in base64.
 */
export type ClickBatch = { id: string; clicks: string };

export const clickQueue = 'clicks';
