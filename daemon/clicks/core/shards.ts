/**
 * The distribution of clicks over workers, by link. Only one worker at a time stores a shard, so it alone keeps track
 * of the visitors of the shard's links. Stored and sent data depends on the number of shards, which never changes.
 */
export const shardCount = 8;

/** Returns a link's shard. Ids are hashed, because they can increase in steps. */
export const shardOf = (linkId: number) => Math.imul(linkId, 0x9e3779b1) >>> 29;

export const allShards = Array.from({ length: shardCount }, (_, shard) => shard);
