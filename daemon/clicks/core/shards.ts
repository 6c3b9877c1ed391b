/**
 * Clicks are shared out over workers by link: one worker at a time stores those of a shard, and so knows alone who has
 * clicked its links before. The number of shards is in what is stored and sent, and never changes.
 */
export const shardCount = 8;

/** The shard of a link. Hashed, because ids may come in steps. */
export const shardOf = (linkId: number) => Math.imul(linkId, 0x9e3779b1) >>> 29;

export const allShards = Array.from({ length: shardCount }, (_, shard) => shard);
