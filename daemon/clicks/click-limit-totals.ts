/** Links' totals of uses in Redis, across all processes. Each addition is atomic and published to all processes. */
import type { Redis } from 'ioredis';
import { sharedSlot } from '../../shared/redis/redis-url.ts';

/**
 * An addition of `more` uses. `least` is a lower bound of the total before the addition; with `isKnown` it includes
 * uses from before this process started. `wanted` is the number of additional requested uses, which are granted up to
 * `limit`.
 */
type Addition = { linkId: number; least: number; more: number; isKnown: boolean; wanted: number; limit: number };

/** The total, including the granted uses. */
export type Addend = { total: number; granted: number };

/** Time for which a total is kept in Redis after its last click. Later it is read from MySQL. */
const keptMs = 86_400_000;

/**
 * The Redis script that adds uses to totals. KEYS: one for each link. ARGV: time to live, channel, then the six
 * fields of each addition.
 */
const addUp = `
local totals, changed = {}, {}
for i, key in ipairs(KEYS) do
  local at = 6 * i - 4
  local present = redis.call('GET', key)
  if not present and ARGV[at + 4] == '0' then
    totals[i] = { -1, 0 }
  else
    local total = math.max(tonumber(present or '0'), tonumber(ARGV[at + 2])) + tonumber(ARGV[at + 3])
    local granted = math.max(0, math.min(tonumber(ARGV[at + 5]), tonumber(ARGV[at + 6]) - total))
    total = total + granted
    redis.call('SET', key, string.format('%.0f', total), 'PX', ARGV[1])
    totals[i] = { total, granted }
    if total ~= tonumber(present or '0') then changed[#changed + 1] = ARGV[at + 1] .. ' ' .. string.format('%.0f', total) end
  end
end
if #changed > 0 then redis.call('PUBLISH', ARGV[2], table.concat(changed, ',')) end
return totals`;

export const totalsChannel = (redisPrefix: string) => `${redisPrefix}:uses`;

/**
 * Adds uses to totals. Returns the totals after the additions, in order. A total is undefined if nothing was added,
 * because neither Redis nor the caller knows the earlier count.
 */
export async function addToTotals(
  redis: Redis,
  redisPrefix: string,
  additions: Addition[],
): Promise<(Addend | undefined)[]> {
  const slot = sharedSlot(redis, redisPrefix, 'uses');
  const keys = additions.map(({ linkId }) => `${slot}:${linkId}`);
  const args = additions.flatMap(({ linkId, least, more, isKnown, wanted, limit }) => [
    linkId,
    least,
    more,
    isKnown ? 1 : 0,
    wanted,
    limit,
  ]);
  const channel = totalsChannel(redisPrefix);
  const totals = (await redis.eval(addUp, keys.length, ...keys, keptMs, channel, ...args)) as [number, number][];
  return totals.map(([total, granted]) => (total < 0 ? undefined : { total, granted }));
}

/** Parses the totals in a message on the channel. */
export const totalsIn = (message: string) =>
  message.split(',').map((part) => part.split(' ').map(Number) as [linkId: number, total: number]);

/** Returns true if Redis itself refused the command, so that nothing was added. */
export const isRefusal = (error: unknown) => (error as Error).name === 'ReplyError';
