/** A check of the Redis user's rights. It tries a command of each kind on each family of keys and on a channel. */
import type { Redis } from 'ioredis';

/** Lists the prefixes of queue keys, of other keys, and of keys with a shared slot. */
const families = (prefix: string) => [`{${prefix}}:`, `${prefix}:`, `{${prefix}:rights}:`];

type Command = [name: string, ...args: (string | number)[]];

/** Lists commands that BullMQ and Waypost use. They leave nothing behind, and several processes can run them at once. */
function commandsOn(family: string): Command[] {
  const of = (type: string) => `${family}rights-${type}`;
  return [
    ['set', of('text'), '1', 'PX', 1_000],
    ['get', of('text')],
    ['eval', "return redis.call('exists', KEYS[1])", 1, of('text')],
    ['unlink', of('text')],
    ['hset', of('hash'), 'field', '1'],
    ['pexpire', of('hash'), 1_000],
    ['rpush', of('list'), '1'],
    ['zadd', of('set'), 1, '1'],
    ['bzpopmin', of('set'), 0.01],
    ['xadd', of('stream'), '*', 'field', '1'],
    ['del', of('hash')],
    ['del', of('list')],
    ['del', of('stream')],
  ];
}

/** Runs `INFO server`; `undefined` if the user lacks the right. @throws if it fails for any other reason */
export async function readInfo(redis: Redis): Promise<string | undefined> {
  const info = redis.info('server');
  return (await isRefused(info)) ? undefined : info;
}

/**
 * Returns a sentence about the first command that the user cannot run; `undefined` if none is refused. `info` is the
 * result of `readInfo`. @throws if a command fails for any other reason
 */
export async function findRefusal(redis: Redis, prefix: string, info: string | undefined): Promise<string | undefined> {
  if (info === undefined) return refusalOf('info', '');
  for (const family of families(prefix)) {
    for (const [name, ...args] of commandsOn(family)) {
      if (await isRefused(redis.call(name, ...args))) return refusalOf(name, ` on the keys ${family}*`);
    }
  }
  const channel = `${prefix}:rights`;
  const onChannels = ` on the channels ${prefix}:*`;
  if (await isRefused(redis.publish(channel, ''))) return refusalOf('publish', onChannels);
  return (await isRefused(subscribeOnce(redis, channel))) ? refusalOf('subscribe', onChannels) : undefined;
}

const refusalOf = (name: string, on: string) =>
  `the user of REDIS_URL is not allowed to run ${name.toUpperCase()}${on}; the manual lists the rights that it needs (stores.md)`;

/** Subscribes on its own connection, because a subscribed connection can run no other commands. */
async function subscribeOnce(redis: Redis, channel: string): Promise<void> {
  const own = redis.duplicate({ enableOfflineQueue: true });
  own.on('error', () => {});
  try {
    await own.subscribe(channel);
  } finally {
    own.disconnect();
  }
}

const isRefused = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => false,
    (error: Error) => {
      if (!error.message.includes('NOPERM')) throw error;
      return true;
    },
  );
