/**
 * The publication of recorded clicks to a workspace's watchers. Processes with watchers announce the watched workspaces
 * in Redis for a few seconds at a time. Workers publish only for watched workspaces, and a limited number of clicks per
 * batch.
 */
import type { Redis } from 'ioredis';
import { elementOf } from '../../shared/elements.ts';
import type { Click } from './core/click.ts';
import { byDimension, type DimensionName } from './core/dimensions.ts';
import { dayMs } from './time.ts';

/**
 * A published message: some clicks, and the number of other clicks. Values are as stored. Workers with an older release
 * can send fewer dimensions.
 */
type StreamedClick = { linkId: number; at: number; bot: boolean } & { [name in DimensionName]?: number };
export type StreamedBatch = { clicks: StreamedClick[]; more: number };

const clicksShown = 50;
export const watchMs = 10_000;
const refreshMs = 1_000;

export const streamChannel = (redisPrefix: string, workspaceId: number) => `${redisPrefix}:live:${workspaceId}`;
const watchedKey = (redisPrefix: string) => `${redisPrefix}:live`;

/** Announces that a workspace is watched, for `watchMs`. */
export const watch = (redis: Redis, redisPrefix: string, workspaceId: number) =>
  redis.zadd(watchedKey(redisPrefix), Date.now() + watchMs, String(workspaceId));

/** Returns a function that publishes a recorded batch to watchers. The function never fails. */
export function createPublisher(redis: Redis, redisPrefix: string): (clicks: Click[]) => Promise<void> {
  let watched = new Set<number>();
  let readAt = 0;

  async function findWatched(): Promise<Set<number>> {
    if (Date.now() - readAt < refreshMs) return watched;
    readAt = Date.now();
    await redis.zremrangebyscore(watchedKey(redisPrefix), 0, readAt);
    watched = new Set((await redis.zrange(watchedKey(redisPrefix), '0', '-1')).map(Number));
    return watched;
  }

  return async (clicks) => {
    try {
      for (const workspaceId of await findWatched()) {
        const own = clicks.filter((click) => click.workspaceId === workspaceId);
        if (own.length === 0) continue;
        const batch: StreamedBatch = {
          clicks: own.slice(0, clicksShown).map(({ linkId, day, ms, bot, values }) => ({
            ...{ linkId, at: day * dayMs + ms, bot },
            ...byDimension((_, place) => elementOf(values, place)),
          })),
          more: Math.max(0, own.length - clicksShown),
        };
        await redis.publish(streamChannel(redisPrefix, workspaceId), JSON.stringify(batch));
      }
    } catch {
      // Live clicks are best effort; analytics do not depend on them.
    }
  };
}
