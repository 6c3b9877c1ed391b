/**
 * A workspace's clicks in the last minutes. Workers count them in Redis, in one expiring hash per minute. The counts
 * are separate from analytics, and unknown while Redis is down.
 */
import type { Redis } from 'ioredis';
import type { Click } from './core/click.ts';
import { dayMs } from './time.ts';

const minuteMs = 60_000;
/** Number of minutes, including the current one. */
const recentMinutes = 5;
const keptSeconds = (recentMinutes + 1) * 60;

const keyOf = (redisPrefix: string, minute: number) => `${redisPrefix}:recent:${minute}`;
const minuteOf = (ms: number) => Math.floor(ms / minuteMs);

/** Adds new clicks, without bots. Ignores late clicks. */
export async function countRecent(redis: Redis, redisPrefix: string, clicks: Click[], now: number): Promise<void> {
  const oldest = minuteOf(now) - recentMinutes;
  const counts = new Map<number, Map<number, number>>();
  for (const { workspaceId, day, ms, bot } of clicks) {
    const minute = minuteOf(day * dayMs + ms);
    if (bot || minute < oldest) continue;
    const ofMinute = counts.get(minute) ?? new Map<number, number>();
    counts.set(minute, ofMinute.set(workspaceId, (ofMinute.get(workspaceId) ?? 0) + 1));
  }
  // One pipeline per key, because a cluster can have them on different nodes.
  await Promise.all(
    [...counts].map(([minute, ofMinute]) => {
      const key = keyOf(redisPrefix, minute);
      const pipeline = redis.pipeline();
      for (const [workspaceId, count] of ofMinute) pipeline.hincrby(key, String(workspaceId), count);
      return pipeline.expire(key, keptSeconds).exec();
    }),
  );
}

/** Returns the clicks in each of the last minutes, the current one last. `minute` is the minute's start in Unix ms. */
export async function getRecent(
  redis: Redis,
  redisPrefix: string,
  workspaceId: number,
  now: number,
): Promise<{ minute: number; clicks: number }[]> {
  const minutes = Array.from({ length: recentMinutes }, (_, index) => minuteOf(now) - recentMinutes + 1 + index);
  return Promise.all(
    minutes.map(async (minute) => {
      const clicks = await redis.hget(keyOf(redisPrefix, minute), String(workspaceId));
      return { minute: minute * minuteMs, clicks: Number(clicks ?? 0) };
    }),
  );
}
