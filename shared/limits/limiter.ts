/**
 * Rate limits: a number of actions per key and window. Redis counts them across all processes; while Redis is
 * unavailable, each process counts separately.
 */
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export type Budget = {
  /** Number of actions allowed in a window. */
  points: number;
  /** Length of the window, which starts with its first action. */
  seconds: number;
  /** Number of actions that each process allows while Redis is unavailable; default `points`. */
  pointsAlone?: number;
};

/** `seconds` until the window ends, at least 1. */
export type Spent = { allowed: boolean; left: number; seconds: number };

export type Limiter = {
  /** Counts an action. Rejects only if neither Redis nor memory can count. */
  spend(key: string): Promise<Spent>;
  /** Gives an action back in the background. */
  refund(key: string): void;
};

/** Creates a limiter. `redis` must fail immediately while it is unavailable. */
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

/** Creates a limiter that counts in this process only. */
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
