/** The rights that Waypost's Redis user needs: a command of each kind, tried on each family of keys and on a channel. */
import type { Redis } from 'ioredis';

/** Names of the keys of queues, and of all others. */
const families = (prefix: string) => [`{${prefix}}:`, `${prefix}:`, `{${prefix}:rights}:`];

type Command = [name: string, ...args: (string | number)[]];

/** Commands that BullMQ and Waypost use. Several processes can run them at once, and they leave nothing behind. */
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

/**
 * Returns a sentence about the first command that the user may not run; `undefined` if nothing is refused.
 * @throws if a command fails for any other reason
 */
export async function findRefusal(redis: Redis, prefix: string): Promise<string | undefined> {
  const tried: [Command, on: string][] = [
    [['info', 'server'], ''],
    ...families(prefix).flatMap((family) =>
      commandsOn(family).map((command): [Command, string] => [command, ` on the keys ${family}*`]),
    ),
    [['publish', `${prefix}:rights`, ''], ` on the channels ${prefix}:*`],
  ];
  for (const [[name, ...args], on] of tried) {
    if (await isRefused(redis.call(name, ...args))) {
      return `the user of REDIS_URL must not run ${name.toUpperCase()}${on}; the manual shows the rights that it needs (machines.md)`;
    }
  }
  return undefined;
}

const isRefused = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => false,
    (error: Error) => {
      if (!error.message.includes('NOPERM')) throw error;
      return true;
    },
  );
