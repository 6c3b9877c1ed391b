/**
 * Checks for Redis URLs that cannot work, before anything relies on them. A server that is only unavailable passes.
 */
import { stat } from 'node:fs/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError } from '../errors.ts';
import { checkRedisUrl, connectTo, isOneServer } from './redis-url.ts';
import { findRefusal, readInfo } from './rights.ts';

const checkMs = 2_000;

/** Opens a connection for one check, which does not wait for an unavailable server. Commands report failures. */
export function connectOnce(redisUrl: string, options: RedisOptions = {}): Redis {
  const redis = connectTo(redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => null, ...options });
  redis.on('error', () => {});
  return redis;
}

/** Returns the reason why a server with this `INFO server` cannot be used; `undefined` if it can. */
export function faultOfMode(info: string): string | undefined {
  const mode = /^redis_mode:(\w+)/m.exec(info)?.[1];
  if (mode === 'cluster') {
    return 'REDIS_URL is one node of a Redis Cluster, which has only some of the keys; use redis+cluster:// and its nodes';
  }
  return mode === 'sentinel'
    ? 'REDIS_URL is a Sentinel, which has no data; use redis+sentinel://, the Sentinels, and the name of the primary'
    : undefined;
}

/** Checks a URL and the user's rights for keys with this prefix. @throws with a sentence for the operator */
export async function refuseWrongAddress(redisUrl: string, prefix: string): Promise<void> {
  checkRedisUrl(redisUrl);
  if (!isOneServer(redisUrl)) return;
  if (redisUrl.startsWith('unix://')) await refuseOtherFile(redisUrl.slice('unix://'.length));
  const fault = await findFault(redisUrl, prefix);
  if (fault !== undefined) throw new ConfigError(fault);
}

async function refuseOtherFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isSocket()) throw new Error(`REDIS_URL is ${file}, which is not a socket`);
}

/** Resolves to a server's fault; `undefined` if there is none, or if the server does not answer or is not ready yet. */
async function findFault(redisUrl: string, prefix: string): Promise<string | undefined> {
  const options = {
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: checkMs,
    commandTimeout: checkMs,
    disconnectTimeout: 100,
  };
  const redis = connectOnce(redisUrl, options);
  let fault: string | undefined;
  // Reports this as a fault, because the client would silently use the first database.
  redis.on('error', ({ message }) => {
    if (message.includes('DB index is out of range'))
      fault = `REDIS_URL names database ${redis.options.db}, which that server does not have`;
  });
  try {
    await redis.connect();
    const info = await readInfo(redis);
    fault ??= faultOfMode(info ?? '');
    return fault ?? (await findRefusal(redis, prefix, info));
  } catch {
    return fault;
  } finally {
    redis.disconnect();
  }
}
