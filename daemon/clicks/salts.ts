/**
 * Visitor salts, one for each UTC day, the same in every process. MySQL chooses the salt; Redis has a copy in case
 * MySQL is down. Tomorrow's salt is fetched today. A salt is deleted everywhere when its day is over, at most 48 h
 * after its creation. If both stores are down for a long time, tomorrow's salt is derived from today's, so that all
 * processes still agree.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { deleteEndedSalts, offerSalt } from './salt-queries.ts';
import { dayMs, dayOf } from './time.ts';

const refreshMs = 10_000;
const waitMs = 2_000;

export type Salts = {
  /** Fetches missing salts. Resolves after `waitMs` at the latest, even if the stores do not answer. */
  start(): Promise<void>;
  /** Fetches missing salts and drops past salts. `start` repeats this every few seconds. */
  refresh(): Promise<void>;
  /** Returns a day's salt, and creates one if there is none. */
  get(day: number): Buffer;
  stop(): void;
};

export type SaltOptions = { db: Db; redis: Redis; redisPrefix: string; log: Log; now?: () => number };

export function createSalts({ db, redis, redisPrefix, log, now = Date.now }: SaltOptions): Salts {
  /**
   * Salts, keyed by day. A salt created without the stores is replaced when they answer. A salt that Redis does not
   * have yet is offered again.
   */
  const known = new Map<number, { salt: Buffer; agreed: boolean; copied: boolean }>();
  const keyOf = (day: number) => `${redisPrefix}:click-salt:${day}`;
  let timer: NodeJS.Timeout | undefined;
  let clearedOn = 0;

  const isSettled = (day: number) => known.get(day)?.agreed && known.get(day)?.copied;

  async function fetchSalt(day: number): Promise<void> {
    const copy = await redis.getBuffer(keyOf(day)).catch(() => null);
    const proposed = copy?.length === 32 ? copy : (known.get(day)?.salt ?? randomBytes(32));
    const salt = await offerSalt(db, day, proposed).catch(() => agreeInRedis(day, proposed));
    if (!salt) return;
    const entry = { salt, agreed: true, copied: false };
    known.set(day, entry);
    entry.copied = await redis.set(keyOf(day), salt, 'PX', msLeft(day)).then(
      () => true,
      () => false,
    );
  }

  async function agreeInRedis(day: number, proposed: Buffer): Promise<Buffer | undefined> {
    try {
      await redis.set(keyOf(day), proposed, 'PX', msLeft(day), 'NX');
      return (await redis.getBuffer(keyOf(day))) ?? undefined;
    } catch {
      return undefined;
    }
  }

  async function refresh(): Promise<void> {
    const today = dayOf(now());
    for (const day of [today, today + 1]) if (!isSettled(day)) await fetchSalt(day);
    // This runs before yesterday's salt is dropped, because today's is derived from it if no store has one.
    if (!known.has(today)) deriveSalt(today);
    for (const day of known.keys()) if (day < today) known.delete(day);
    if (clearedOn < today) clearedOn = await deleteEndedSalts(db).catch(() => clearedOn);
  }

  function deriveSalt(day: number): Buffer {
    const before = known.get(day - 1)?.salt;
    const salt = before ? createHmac('sha256', before).update('the next day').digest() : randomBytes(32);
    log.warn(
      { day, derived: before !== undefined },
      'the visitor salt could not be read from any store; a local one was created',
    );
    known.set(day, { salt, agreed: false, copied: false });
    return salt;
  }

  return {
    async start() {
      timer = setInterval(() => void refresh().catch(() => {}), refreshMs);
      timer.unref();
      const late = new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      await Promise.race([refresh().catch(() => {}), late]);
    },
    refresh,
    get: (day) => known.get(day)?.salt ?? deriveSalt(day),
    stop: () => clearInterval(timer),
  };
}

const msLeft = (day: number) => Math.max(1, (day + 1) * dayMs - Date.now());
