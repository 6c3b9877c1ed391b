/**
 * Wakes the readers of the change feed through Redis, so that they need not wait for their next poll. A message can
 * carry the changes, for readers whose MySQL is slow; its content is up to the caller.
 */
import type { Redis } from 'ioredis';
import { onChannel } from '../../shared/redis/on-channel.ts';

const channelOf = (redisPrefix: string) => `${redisPrefix}:link-changes`;

/** Tells every process that the feed has news; call it after the commit. Resolves once Redis has it or cannot have it. */
export async function announceChanges(redis: Redis, redisPrefix: string, message = ''): Promise<void> {
  await redis.publish(channelOf(redisPrefix), message).catch(() => {});
}

/** Calls `onNews` whenever a process announces changes. */
export const onAnnouncedChanges = (subscriber: Redis, redisPrefix: string, onNews: (message: string) => void) =>
  onChannel(subscriber, channelOf(redisPrefix), onNews);
