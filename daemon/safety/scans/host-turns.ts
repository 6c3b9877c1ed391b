/**
 * The limit of one request a second to each host, across all workers' scans. Redis keeps each host's next free
 * moment.
 */
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** The error if a host is busy for longer than a scan waits. */
export class HostBusy extends Error {
  override name = 'HostBusy';
  /** The time at which to try again. Each postponed scan of the host gets a later time. */
  readonly until: Date;

  constructor(host: string, until: Date) {
    super(`${host} gets other requests until ${until.toISOString()}`);
    this.until = until;
  }
}

/**
 * Longest wait for a turn: for the first request of a scan, and for its later requests. Few scans wait for a later
 * request at the same time.
 */
const patienceMs = { first: 2_000, later: 3_600_000 };

/**
 * The script that takes a turn. It returns the delay until the request, in milliseconds, and 1 if the turn is taken.
 * Otherwise the delay is the place in the queue of postponed scans.
 */
const takeTurn = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local pause, patience = tonumber(ARGV[1]), tonumber(ARGV[2])
  local free = math.max(tonumber(redis.call('HGET', KEYS[1], 'free') or 0), now)
  local field, at, taken = 'free', free, 1
  if free - now > patience then
    field, taken = 'queue', 0
    at = math.max(tonumber(redis.call('HGET', KEYS[1], 'queue') or 0), free)
  end
  redis.call('HSET', KEYS[1], field, at + pause)
  redis.call('PEXPIRE', KEYS[1], math.max(at - now + pause * 2, redis.call('PTTL', KEYS[1])))
  return {at - now, taken}`;

/**
 * Returns a function that waits for a host's turn. `pauseMs` is the time between two requests. Only a scan's
 * first request can be refused. If later requests were refused too, scans of one host might never finish. @throws HostBusy
 */
export const createHostTurns =
  (redis: Redis, redisPrefix: string, pauseMs: number) =>
  async ({ host }: URL, request: keyof typeof patienceMs): Promise<void> => {
    if (pauseMs === 0) return;
    const key = `${redisPrefix}:scanned-host:${host}`;
    const [delay, taken] = (await redis.eval(takeTurn, 1, key, pauseMs, patienceMs[request])) as [number, number];
    if (taken === 0) throw new HostBusy(host, new Date(Date.now() + delay));
    if (delay > 0) await setTimeout(delay);
  };
