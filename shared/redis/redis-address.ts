/**
 * Detects Redis addresses that cannot work, before anything relies on them. A server that is merely away is no fault.
 */
import { stat } from 'node:fs/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError } from '../errors.ts';
import { checkRedisUrl, connectTo, isOneServer } from './redis-url.ts';
import { findRefusal, readInfo } from './rights.ts';

const checkMs = 2_000;

/** For a single look: it does not wait for a server that is away. Commands report failures. */
export function connectOnce(redisUrl: string, options: RedisOptions = {}): Redis {
  const redis = connectTo(redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => null, ...options });
  redis.on('error', () => {});
  return redis;
}

/** The reason in `INFO server` why a server cannot be used; `undefined` for any other. */
export function faultOfMode(info: string): string | undefined {
  const mode = /^redis_mode:(\w+)/m.exec(info)?.[1];
  if (mode === 'cluster') {
    return 'REDIS_URL is a node of a Redis Cluster, which holds a part of the keys only; write redis+cluster:// and its nodes';
  }
  return mode === 'sentinel'
    ? 'REDIS_URL is a Sentinel, which holds no data; write redis+sentinel://, the Sentinels, and the name of the primary'
    : undefined;
}

/** @throws with a sentence for the operator, also about rights that the user lacks for keys with this prefix */
export async function refuseWrongAddress(redisUrl: string, prefix: string): Promise<void> {
  checkRedisUrl(redisUrl);
  if (!isOneServer(redisUrl)) return;
  if (redisUrl.startsWith('unix://')) await refuseOtherFile(redisUrl.slice('unix://'.length));
  const fault = await findFault(redisUrl, prefix);
  if (fault !== undefined) throw new ConfigError(fault);
}

async function refuseOtherFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isSocket()) throw new Error(`REDIS_URL is ${file}, which is no socket`);
}

/** `undefined` also if the server does not answer, or is not ready yet: it may be by the time it is needed. */
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
  // The client would continue in the first database.
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
