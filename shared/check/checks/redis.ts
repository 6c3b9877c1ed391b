/** Checks of Redis or Valkey: reachable, a tested version, and settings that lose no job. */
import type { Redis } from 'ioredis';
import { findRefusal, readInfo } from '../../redis/rights.ts';
import {
  evaluate,
  type Finding,
  failed,
  need,
  ok,
  type Rule,
  type Subject,
  warning,
  whyAway,
} from '../core/finding.ts';

/** Parses the values of `INFO`, keyed by name. */
const parseInfo = (text: string) =>
  new Map(
    text.split('\r\n').flatMap((line) => (line.includes(':') ? [line.split(/:(.*)/s, 2) as [string, string]] : [])),
  );

const slowTodo = 'check `redis-cli --latency` and `redis-cli SLOWLOG GET`, and the processor and memory of its machine';

const oldest = 7;
const newest = { Redis: 8, Valkey: 9 } as const;

const slowMs = 100;

export async function checkRedis({ redis, config }: Subject): Promise<Finding | Finding[]> {
  if (!redis)
    return failed('the private Redis is not running, and REDIS_URL is not set', '`waypost start`, or set REDIS_URL');
  try {
    // The first command waits for the connection.
    const info = await readInfo(redis);
    const version = evaluateVersion(parseInfo(info ?? ''));
    const sentAt = performance.now();
    await redis.ping();
    const ms = Math.round(performance.now() - sentAt);
    const lack = await findRefusal(redis, config.redisPrefix, info);
    return [
      ...(lack === undefined
        ? [version]
        : [failed(lack, 'allow it in the ACL of Redis, or use another user in REDIS_URL')]),
      ...(ms > slowMs ? [warning(`it is slow: an answer took ${ms} ms`, slowTodo)] : []),
    ];
  } catch (error) {
    if (redis.status === 'ready' && (error as Error).message === 'Command timed out') {
      return failed('it is slow: it did not answer a command in time', slowTodo);
    }
    const isOther = /RESP|Protocol error/.test((error as Error).message);
    const why = isOther ? 'the server at REDIS_URL is not Redis' : whyAway(error);
    return failed(why, 'start the server, or correct REDIS_URL');
  }
}

function evaluateVersion(info: Map<string, string>): Finding {
  const valkey = info.get('valkey_version');
  const [name, version] = valkey
    ? (['Valkey', valkey] as const)
    : (['Redis', info.get('redis_version') ?? ''] as const);
  const major = Number.parseInt(version, 10);
  if (major < oldest) return failed(`${name} ${version} is too old`, `install ${name} ${oldest} or later`);
  if (major > newest[name]) {
    return warning(
      `${name} ${version} is newer than the tested versions`,
      `${name} up to ${newest[name]} is known to work`,
    );
  }
  return ok(`${name} ${version}`);
}

const size = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** Resolves to true if the server writes snapshots to disk, or does not report it, like some managed servers. */
const takesSnapshots = (redis: Redis): Promise<boolean> =>
  redis.config('GET', 'save').then(
    (reply) => (reply as string[])[1] !== '',
    () => true,
  );

export async function checkRedisSettings({ redis }: Subject): Promise<Finding | Finding[]> {
  const commands = need(redis, 'Redis');
  const [info, isKept] = [parseInfo(await commands.info()), await takesSnapshots(commands)];
  const [policy, used, most] = [
    info.get('maxmemory_policy'),
    Number(info.get('used_memory')),
    Number(info.get('maxmemory')),
  ];
  const rules: Rule[] = [
    [
      policy !== 'noeviction',
      (most > 0 ? failed : warning)(
        `\`maxmemory-policy\` is ${policy}: Redis drops jobs once its memory is full`,
        'set `maxmemory-policy noeviction` in redis.conf; without a restart: `redis-cli CONFIG SET maxmemory-policy noeviction`',
      ),
    ],
    [
      info.get('aof_enabled') !== '1' && !isKept,
      warning(
        '`appendonly` is off, and so is `save`: queued jobs are lost when Redis restarts, and Waypost creates them again only after a while',
        'set `appendonly yes` in redis.conf; without a restart: `redis-cli CONFIG SET appendonly yes`',
      ),
    ],
    [
      most > 0 && used > 0.8 * most,
      warning(`${size(used)} of maxmemory ${size(most)} are in use`, 'set a larger `maxmemory` in redis.conf'),
    ],
    [
      info.get('aof_last_write_status') === 'err' || info.get('rdb_last_bgsave_status') === 'err',
      failed('Redis could not write to its disk', "read Redis's log, and run `df -h` on its folder"),
    ],
  ];
  return evaluate(rules, `${size(used)} in use, nothing is dropped`);
}
