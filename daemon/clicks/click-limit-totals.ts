/** Totals of uses in Redis, over all processes, by link: one addition at a time, published to all listeners. */
import type { Redis } from 'ioredis';
import { sharedSlot } from '../../shared/redis/redis-url.ts';

/**
 * `least`: what the total is at least without `more`. `isKnown`: what was counted before this process is in that. `wanted`: how
 * many uses are asked for beyond that, which are granted while the total stays within `limit`.
 */
type Addition = { linkId: number; least: number; more: number; isKnown: boolean; wanted: number; limit: number };

/** The total with what was granted. */
export type Addend = { total: number; granted: number };

/** A total without clicks for a day is dropped; MySQL has it. */
const keptMs = 86_400_000;

/** KEYS: of links. ARGV: how long to keep them, the channel, then for each the six things of an addition. */
const addUp = `
local totals, told = {}, {}
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
    if total ~= tonumber(present or '0') then told[#told + 1] = ARGV[at + 1] .. ' ' .. string.format('%.0f', total) end
  end
end
if #told > 0 then redis.call('PUBLISH', ARGV[2], table.concat(told, ',')) end
return totals`;

export const totalsChannel = (redisPrefix: string) => `${redisPrefix}:uses`;

/**
 * The totals after the additions, in order; `undefined` if nothing was added, because neither Redis nor the caller
 * knows the earlier count.
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

/** The totals in a message on the channel. */
export const totalsIn = (message: string) =>
  message.split(',').map((part) => part.split(' ').map(Number) as [linkId: number, total: number]);

/** Tells whether Redis itself refused, so that nothing was added. */
export const isRefusal = (error: unknown) => (error as Error).name === 'ReplyError';
