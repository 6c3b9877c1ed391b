/**
 * The list in Redis of parts that are being stored. If a worker's process ends while it stores a part, the part is next
 * stored alone. If two workers end while they store it, the part is set aside for a day, so that it does not delay
 * other clicks.
 */
import type { Redis } from 'ioredis';
import { sharedSlot } from '../../shared/redis/redis-url.ts';
import type { PartKey } from './part-queue.ts';

const mostEnds = 2;
const asideSeconds = 86_400;

/** Parts, grouped by the way to store them. `suspect` is the next part to store alone. */
export type Sorted<Part> = { suspect: Part | undefined; rest: Part[]; poison: Part[] };

export function openPartSuspects(redis: Redis, redisPrefix: string) {
  const slot = sharedSlot(redis, redisPrefix, 'click-parts');
  const startedKey = `${slot}:begun`;
  const asideKey = `${slot}:aside`;
  /** The records of this process that Redis has not deleted. */
  const own = new Map<string, number>();

  return {
    /** Groups parts. Leaves out parts that are set aside. */
    async sort<Part extends PartKey>(parts: Part[]): Promise<Sorted<Part>> {
      const [started, aside] = await Promise.all([redis.hgetall(startedKey), redis.hkeys(asideKey)]);
      const endsOf = ({ id }: Part) => Number(started[id] ?? 0) - (own.get(id) ?? 0);
      const excluded = new Set(aside);
      const open = parts.filter(({ id }) => !excluded.has(id));
      return {
        suspect: open.find((part) => endsOf(part) === 1),
        rest: open.filter((part) => endsOf(part) <= 0),
        poison: open.filter((part) => endsOf(part) >= mostEnds),
      };
    },
    async begin(parts: PartKey[]): Promise<void> {
      for (const { id } of parts) own.set(id, (own.get(id) ?? 0) + 1);
      await Promise.all(parts.map(({ id }) => redis.hincrby(startedKey, id, 1)));
    },
    /** Deletes the records of parts. Call it after storing them, even if that failed. */
    async end(parts: PartKey[]): Promise<void> {
      if (parts.length === 0) return;
      await redis.hdel(startedKey, ...parts.map(({ id }) => id));
      for (const { id } of parts) own.delete(id);
    },
    async setAside(parts: PartKey[]): Promise<void> {
      await Promise.all(parts.map(({ id }) => redis.hset(asideKey, id, 1)));
      await redis.expire(asideKey, asideSeconds);
      await redis.hdel(startedKey, ...parts.map(({ id }) => id));
    },
  };
}
