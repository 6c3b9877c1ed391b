/** Redis connections through ioredis: `redis://`, `rediss://` or `unix:///path`, each with a purpose of its own. */
import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from './log.ts';

/**
 * `commands` fails fast while Redis is away, so that a request never waits for it; `queue` waits as BullMQ's
 * workers need; `subscriber` reconnects and subscribes again by itself.
 */
export type RedisPurpose = 'commands' | 'queue' | 'subscriber';

const purposes: Record<RedisPurpose, RedisOptions> = {
  commands: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 2_000 },
  queue: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
};

/** Opens a connection in the background and keeps it open; faults are logged once a change of state. */
export function openRedis(redisUrl: string, purpose: RedisPurpose, log: Log): Redis {
  const options: RedisOptions = {
    ...purposes[purpose],
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  };
  const redis = redisUrl.startsWith('unix://')
    ? new Redis({ ...options, path: redisUrl.slice('unix://'.length) })
    : new Redis(redisUrl, options);
  let down = false;
  redis.on('error', (err) => {
    if (!down) log.warn({ err, purpose }, 'redis is not reachable');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info({ purpose }, 'redis is back');
    down = false;
  });
  return redis;
}
