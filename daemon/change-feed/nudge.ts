/** Waking the readers of the change feed through Redis, so that they need not wait for their next poll. */
import type { Redis } from 'ioredis';

const channelOf = (redisPrefix: string) => `${redisPrefix}:link-changes`;

/** Tells every process that the feed has news; call it after the commit. Resolves once Redis has it or cannot have it. */
export async function announceChanges(redis: Redis, redisPrefix: string): Promise<void> {
  await redis.publish(channelOf(redisPrefix), '').catch(() => {});
}

/** Calls `onNews` whenever a process announces changes. */
export function onAnnouncedChanges(subscriber: Redis, redisPrefix: string, onNews: () => void): void {
  const channel = channelOf(redisPrefix);
  subscriber.subscribe(channel).catch(() => {});
  subscriber.on('message', (name: string) => {
    if (name === channel) onNews();
  });
}
