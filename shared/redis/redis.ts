/** Redis connections by purpose, through ioredis. */
import type { Redis, RedisOptions } from 'ioredis';
import type { Log } from '../log/log.ts';
import { faultOfMode } from './redis-address.ts';
import { connectTo, isOneServer } from './redis-url.ts';

/**
 * `commands` fails fast while Redis is unavailable, so that a request never waits for it. `queue` waits, which BullMQ's
 * workers require. `subscriber` reconnects and resubscribes automatically.
 */
export type RedisPurpose = 'commands' | 'queue' | 'subscriber';

const purposes: Record<RedisPurpose, RedisOptions> = {
  commands: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 2_000, disconnectTimeout: 100 },
  queue: { maxRetriesPerRequest: null },
  subscriber: { maxRetriesPerRequest: null },
};

/** Opens a connection in the background and keeps it open. Logs each change of its state once. */
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
 * Reopens a connection that ended without `disconnect()`. ioredis gives up a connection if a failover is reported during
 * its request to a Sentinel for the primary.
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
 * Makes all commands fail immediately after a command timeout, until Redis has answered on a new connection. ioredis
 * sends nothing over a new connection before the answer to its own first command.
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

/** Checks the mode of a server that may have been unavailable at the start. */
async function refuseWrongMode(redis: Redis, log: Log): Promise<void> {
  const fault = faultOfMode(await redis.info('server').catch(() => ''));
  if (fault === undefined) return;
  log.fatal(fault);
  redis.disconnect();
}
