/**
 * Segments' parts on their way from the spool to a worker. Redis has them in one hash per shard, from a part's id to
 * its bytes. Sending a part again changes nothing. A part is kept until it is stored, so the next worker finds it after
 * a crash. If Redis loses parts, the spool sends them again.
 */
import type { ChainableCommander, Redis } from 'ioredis';
import { onChannel } from '../../shared/redis/on-channel.ts';
import { sharedSlot } from '../../shared/redis/redis-url.ts';
import type { ClickPart } from './bytes/part.ts';

export type PartKey = Pick<ClickPart, 'id' | 'shard'>;

const channelOf = (redisPrefix: string) => `${redisPrefix}:click-parts`;

/** Calls `onParts` whenever a process has sent parts. */
export const onSentParts = (subscriber: Redis, redisPrefix: string, onParts: () => void) =>
  onChannel(subscriber, channelOf(redisPrefix), onParts);

export function openPartQueue(redis: Redis, redisPrefix: string) {
  const slot = sharedSlot(redis, redisPrefix, 'click-parts');
  const keyOf = (shard: number) => `${slot}:${shard}`;

  /** Runs a command for each item. Returns the answers in the items' order. */
  async function each<Item, Answer>(
    items: Item[],
    command: (pipeline: ChainableCommander, item: Item) => unknown,
  ): Promise<Answer[]> {
    if (items.length === 0) return [];
    const pipeline = redis.pipeline();
    for (const item of items) command(pipeline, item);
    return ((await pipeline.exec()) ?? []).map(([error, answer]) => {
      if (error) throw error;
      return answer as Answer;
    });
  }

  return {
    async send(parts: ClickPart[]): Promise<void> {
      await each(parts, (pipeline, { id, shard, bytes }) => pipeline.hset(keyOf(shard), id, bytes));
      // A worker that misses the message still checks regularly.
      redis.publish(channelOf(redisPrefix), '').catch(() => {});
    },
    /** Returns the parts that Redis does not have. */
    async listMissing<Key extends PartKey>(parts: Key[]): Promise<Key[]> {
      const present = await each<Key, number>(parts, (pipeline, { id, shard }) => pipeline.hexists(keyOf(shard), id));
      return parts.filter((_, index) => present[index] === 0);
    },
    /** Lists the parts in some shards. */
    async list(shards: number[]): Promise<PartKey[]> {
      const ids = await each<number, string[]>(shards, (pipeline, shard) => pipeline.hkeys(keyOf(shard)));
      return shards.flatMap((shard, index) => (ids[index] as string[]).map((id) => ({ id, shard })));
    },
    /** Reads parts. Skips missing ones. */
    async read(parts: PartKey[]): Promise<ClickPart[]> {
      const found = await each<PartKey, Buffer | null>(parts, (pipeline, { id, shard }) =>
        pipeline.hgetBuffer(keyOf(shard), id),
      );
      return parts.flatMap((part, index) => (found[index] ? [{ ...part, bytes: found[index] as Buffer }] : []));
    },
    async drop(parts: PartKey[]): Promise<void> {
      await each(parts, (pipeline, { id, shard }) => pipeline.hdel(keyOf(shard), id));
    },
  };
}
