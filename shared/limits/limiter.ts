/**
 * Rate limits: a number of acts in a window for each key. Redis counts them across all processes; while Redis is away,
 * each process counts for itself.
 */
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export type Budget = {
  /** Acts allowed in a window. */
  points: number;
  /** Length of the window, which starts with its first act. */
  seconds: number;
  /** Acts that each process allows while Redis is away; default all of them. */
  pointsAlone?: number;
};

/** `seconds` until the window ends, at least 1. */
export type Spent = { allowed: boolean; left: number; seconds: number };

export type Limiter = {
  /** Counts an act. Rejects only if neither Redis nor memory can count. */
  spend(key: string): Promise<Spent>;
  /** Gives an act back, as soon as that is possible. */
  refund(key: string): void;
};

/** `redis` fails at once while it is away. */
export function createLimiter(redis: Redis, keyPrefix: string, { points, seconds, pointsAlone }: Budget): Limiter {
  const window = { keyPrefix, duration: seconds };
  return toLimiter(
    new RateLimiterRedis({
      storeClient: redis,
      ...window,
      points,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ ...window, points: pointsAlone ?? points }),
    }),
  );
}

/** Counts in this process only. */
export const createLocalLimiter = ({ points, seconds }: Budget): Limiter =>
  toLimiter(new RateLimiterMemory({ points, duration: seconds }));

const toLimiter = (limiter: RateLimiterAbstract): Limiter => ({
  async spend(key) {
    try {
      return toSpent(await limiter.consume(key), true);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return toSpent(refused, false);
      throw refused;
    }
  },
  refund(key) {
    limiter.reward(key).catch(() => {});
  },
});

const toSpent = (res: RateLimiterRes, allowed: boolean): Spent => ({
  allowed,
  left: Math.max(0, res.remainingPoints),
  seconds: Math.max(1, Math.ceil(res.msBeforeNext / 1_000)),
});
