/** Redis connections through ioredis, each with a purpose. */
import type { Redis, RedisOptions } from 'ioredis';
import type { Log } from '../log/log.ts';
import { faultOfMode } from './redis-address.ts';
import { connectTo, isOneServer } from './redis-url.ts';

/**
 * `commands` fails fast while Redis is away, so that a request never waits for it; `queue` waits as BullMQ's workers
 * need; `subscriber` reconnects and resubscribes by itself.
 */
export type RedisPurpose = 'commands' | 'queue' | 'subscriber';

const purposes: Record<RedisPurpose, RedisOptions> = {
  commands: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 2_000, disconnectTimeout: 100 },
  queue: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
};

/** Opens a connection in the background and keeps it open; faults are logged once per change of state. */
export function openRedis(redisUrl: string, purpose: RedisPurpose, log: Log): Redis {
  const options: RedisOptions = {
    ...purposes[purpose],
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  };
  const redis = connectTo(redisUrl, options);
  stayOpen(redis);
  let down = false;
  redis.on('error', (err) => {
    if (!down) log.warn({ err, purpose }, 'Redis is not reachable');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info({ purpose }, 'Redis is reachable again');
    down = false;
  });
  if (purpose === 'commands') {
    breakWhenSilent(redis, log);
    if (isOneServer(redisUrl)) redis.on('ready', () => void refuseWrongMode(redis, log));
  }
  return redis;
}

const againMs = 100;

/**
 * Opens a connection again that ended without `disconnect()`: ioredis gives one up for good if a failover is reported while
 * it asks a Sentinel for the primary.
 */
function stayOpen(redis: Redis): void {
  const disconnect = redis.disconnect.bind(redis);
  let isClosed = false;
  redis.disconnect = (reconnect = false) => {
    isClosed ||= !reconnect;
    disconnect(reconnect);
  };
  redis.on('end', () => {
    const open = () => isClosed || void redis.connect().catch(() => {});
    setTimeout(open, againMs).unref();
  });
}

/**
 * After a command without an answer in time, all commands fail at once until Redis has answered on a new connection:
 * ioredis sends nothing over it before its own first command was answered.
 */
function breakWhenSilent(redis: Redis, log: Log): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...sent: Parameters<typeof send>) => {
    const isReady = redis.status === 'ready';
    const answer = send(...sent) as Promise<unknown>;
    if (isReady) {
      answer.catch((err: Error) => {
        if (err.message !== 'Command timed out' || redis.status !== 'ready') return;
        log.warn({ err }, 'Redis does not answer; requests to it pause until it does');
        redis.disconnect(true);
      });
    }
    return answer;
  };
}

/** A server that was away at the start may turn out to be unusable. */
async function refuseWrongMode(redis: Redis, log: Log): Promise<void> {
  const fault = faultOfMode(await redis.info('server').catch(() => ''));
  if (fault === undefined) return;
  log.fatal(fault);
  redis.disconnect();
}
