/**
 * Limits on submissions. Those with a proof of work are limited by IP address only, so that an attack on a form locks out
 * nobody else. Those without one are also limited for the whole site, since a program can wait as well as a person.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../shared/config/config.ts';
import { createLimiter, type Limiter, type Spent } from '../../../../shared/limits/limiter.ts';
import { networkOf } from '../../../../shared/net/address.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';

const hour = 3_600;
const unprovenOfSite = 10;
/** The number of proven submissions per hour and site above which new pages require more work. */
const busyAbove = 60;

/** Zero bits of a proof: about a quarter of a second, or four seconds, of a computer's time. */
const bits = { usual: 14, busy: 18 } as const;

export type Limits = {
  /** Spends a submission. Returns the seconds to wait if there were too many. */
  spend(isProven: boolean, address: string): Promise<number | undefined>;
  /** Returns the bits that a new page requires. */
  bits(): number;
};

export function createLimits(redis: Redis, config: Config, hash: KeyedHash): Limits {
  const limiter = (name: string, points: number): Limiter =>
    createLimiter(redis, `${config.redisPrefix}:${config.tablePrefix}forms-${name}`, { points, seconds: hour });
  const [proven, unproven] = [
    limiter('proven', config.formPostsPerAddress),
    limiter('unproven', Math.ceil(config.formPostsPerAddress / 2)),
  ];
  const [unprovenSite, busy] = [limiter('site', unprovenOfSite), limiter('busy', busyAbove)];
  let busyUntil = 0;
  return {
    async spend(isProven, address) {
      const key = hash(`form ${networkOf(address)}`).toString('base64url');
      const waits = waitOf(await (isProven ? proven : unproven).spend(key));
      if (waits !== undefined) return waits;
      if (!isProven) return waitOf(await unprovenSite.spend('site'));
      const { allowed, seconds } = await busy.spend('site');
      if (!allowed) busyUntil = Date.now() + seconds * 1_000;
      return undefined;
    },
    bits: () => (Date.now() < busyUntil ? bits.busy : bits.usual),
  };
}

const waitOf = ({ allowed, seconds }: Spent) => (allowed ? undefined : seconds);
