/**
 * Clicks are distributed over workers by link: one worker at a time stores a shard, and so alone knows who has clicked
 * its links before. The number of shards is part of what is stored and sent, and never changes.
 */
export const shardCount = 8;

/** The shard of a link. Hashed, because ids may come in steps. */
export const shardOf = (linkId: number) => Math.imul(linkId, 0x9e3779b1) >>> 29;

export const allShards = Array.from({ length: shardCount }, (_, shard) => shard);
