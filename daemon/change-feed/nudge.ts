/**
 * Wakes the readers of the change feed through Redis, before their next poll. The caller can add the changes to the
 * message, for readers to which MySQL responds slowly.
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
