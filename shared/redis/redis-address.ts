/**
 * Detects Redis addresses that cannot work, before anything relies on them. A server that is merely away is no fault.
 */
import { stat } from 'node:fs/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { checkRedisUrl, connectTo, isOneServer } from './redis-url.ts';

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

/** @throws with a sentence for the operator. */
export async function refuseWrongAddress(redisUrl: string): Promise<void> {
  checkRedisUrl(redisUrl);
  if (!isOneServer(redisUrl)) return;
  if (redisUrl.startsWith('unix://')) await refuseOtherFile(redisUrl.slice('unix://'.length));
  const fault = faultOfMode(await readInfo(redisUrl));
  if (fault !== undefined) throw new Error(fault);
}

async function refuseOtherFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isSocket()) throw new Error(`REDIS_URL is ${file}, which is no socket`);
}

/** Empty if the server does not answer: it may come back. */
async function readInfo(redisUrl: string): Promise<string> {
  const options = {
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: checkMs,
    commandTimeout: checkMs,
    disconnectTimeout: 100,
  };
  const redis = connectOnce(redisUrl, options);
  try {
    await redis.connect();
    return await redis.info('server');
  } catch {
    return '';
  } finally {
    redis.disconnect();
  }
}
