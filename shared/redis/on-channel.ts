/** Messages between processes. A message that is sent during a connection loss does not arrive. */
import type { Redis } from 'ioredis';

/** Calls `onMessage` with each message of a channel; ioredis resubscribes after an outage. Returns a function to stop. */
export function onChannel(subscriber: Redis, channel: string, onMessage: (message: string) => void): () => void {
  const take = (name: string, message: string) => name === channel && onMessage(message);
  subscriber.subscribe(channel).catch(() => {});
  subscriber.on('message', take);
  return () => void subscriber.off('message', take);
}
