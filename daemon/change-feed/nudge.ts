/**
 * Messages through Redis that wake the readers of the change feed before their next poll. A message can contain the
 * changes, for readers to which MySQL responds slowly.
 */
import type { Redis } from 'ioredis';
import { onChannel } from '../../shared/redis/on-channel.ts';

const channelOf = (redisPrefix: string) => `${redisPrefix}:link-changes`;

/** Notifies every process of new changes. Call it after the commit. Resolves even if Redis is down. */
export async function announceChanges(redis: Redis, redisPrefix: string, message = ''): Promise<void> {
  await redis.publish(channelOf(redisPrefix), message).catch(() => {});
}

/** Calls `onNews` whenever a process announces changes. */
export const onAnnouncedChanges = (subscriber: Redis, redisPrefix: string, onNews: (message: string) => void) =>
  onChannel(subscriber, channelOf(redisPrefix), onNews);
