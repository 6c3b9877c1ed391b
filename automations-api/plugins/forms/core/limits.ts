/**
 * Limits on submissions. With a proof of work they are limited only by IP address, so that an attack on a form locks
 * out nobody else. Without a proof they are also limited for the whole site, because a program can wait as long as a
 * person. Each process also counts for itself, so that limits do not start again when Redis fails, returns or loses its
 * data.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../../../shared/config/config.ts';
import { createLimiter, createLocalLimiter, type Spent } from '../../../../shared/limits/limiter.ts';
import { networkOf } from '../../../../shared/net/address.ts';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';

const unprovenOfSite = 10;
/** A site is busy above this multiple of an IP address's limit. */
const busyTimes = 6;

/** Zero bits of a proof: about a third of a second, or three seconds, of a computer's time in a browser. */
export const work = { usual: 16, busy: 19 } as const;

export type Limits = {
  /** Counts a submission. Returns the seconds to wait if there were too many. */
  spend(isProven: boolean, address: string): Promise<number | undefined>;
  /**
   * True while so many proven submissions arrive that every page requires more work, even pages that are already open.
   */
  isBusy(): boolean;
};

export function createLimits(redis: Redis, config: Config, hash: KeyedHash): Limits {
  const limiter = (name: string, points: number, pointsAlone = points) => {
    const budget = { points, pointsAlone, seconds: 3_600 };
    const shared = createLimiter(redis, `${config.redisPrefix}:${config.tablePrefix}forms-${name}`, budget);
    const own = createLocalLimiter(budget);
    return {
      async spend(key: string): Promise<Spent> {
        const spent = await shared.spend(key);
        return spent.allowed ? own.spend(key) : spent;
      },
    };
  };
  const ofAddress = config.formPostsPerAddress;
  const [proven, unproven] = [limiter('proven', ofAddress), limiter('unproven', Math.ceil(ofAddress / 2))];
  // While Redis is unavailable, processes cannot count together, so no submission without a proof is accepted.
  const [unprovenSite, busy] = [limiter('site', unprovenOfSite, 0), limiter('busy', busyTimes * ofAddress)];
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
    isBusy: () => Date.now() < busyUntil,
  };
}

const waitOf = ({ allowed, seconds }: Spent) => (allowed ? undefined : seconds);
