/**
 * Notes in Redis which parts are being stored. One that was under way when its worker ended is stored alone, and one that ended two
 * workers is set aside for a day, so that it keeps back no other clicks.
 */
import type { Redis } from 'ioredis';
import { sharedSlot } from '../../shared/redis/redis-url.ts';
import type { ClickPart } from './bytes/part.ts';

type PartKey = Pick<ClickPart, 'id' | 'shard'>;

const mostEnds = 2;
const asideSeconds = 86_400;

/** `suspect`: the next to be stored alone. */
export type Sorted<Part> = { suspect: Part | undefined; rest: Part[]; poison: Part[] };

export function openPartSuspects(redis: Redis, redisPrefix: string) {
  const slot = sharedSlot(redis, redisPrefix, 'click-parts');
  const begunKey = `${slot}:begun`;
  const asideKey = `${slot}:aside`;
  /** Notes of this process that Redis has not deleted. */
  const own = new Map<string, number>();

  return {
    /** Leaves out what is set aside. */
    async sort<Part extends PartKey>(parts: Part[]): Promise<Sorted<Part>> {
      const [begun, aside] = await Promise.all([redis.hgetall(begunKey), redis.hkeys(asideKey)]);
      const endsOf = ({ id }: Part) => Number(begun[id] ?? 0) - (own.get(id) ?? 0);
      const left = new Set(aside);
      const open = parts.filter(({ id }) => !left.has(id));
      return {
        suspect: open.find((part) => endsOf(part) === 1),
        rest: open.filter((part) => endsOf(part) <= 0),
        poison: open.filter((part) => endsOf(part) >= mostEnds),
      };
    },
    async begin(parts: PartKey[]): Promise<void> {
      for (const { id } of parts) own.set(id, (own.get(id) ?? 0) + 1);
      await Promise.all(parts.map(({ id }) => redis.hincrby(begunKey, id, 1)));
    },
    /** Call it however the storing ends. */
    async end(parts: PartKey[]): Promise<void> {
      if (parts.length === 0) return;
      await redis.hdel(begunKey, ...parts.map(({ id }) => id));
      for (const { id } of parts) own.delete(id);
    },
    async setAside(parts: PartKey[]): Promise<void> {
      await Promise.all(parts.map(({ id }) => redis.hset(asideKey, id, 1)));
      await redis.expire(asideKey, asideSeconds);
      await redis.hdel(begunKey, ...parts.map(({ id }) => id));
    },
  };
}
