/** Messages that processes publish to each other. One that is sent while the connection is lost does not arrive. */
import type { Redis } from 'ioredis';

/** Calls `onMessage` with each message of a channel; ioredis subscribes again after an outage. Returns how to end that. */
export function onChannel(subscriber: Redis, channel: string, onMessage: (message: string) => void): () => void {
  const take = (name: string, message: string) => name === channel && onMessage(message);
  subscriber.subscribe(channel).catch(() => {});
  subscriber.on('message', take);
  return () => void subscriber.off('message', take);
}
