/**
 * Budgets: so many acts in a window for each key. They are counted in Redis over all processes; while Redis is away, each
 * process counts for itself.
 */
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export type Budget = {
  /** Acts in a window. */
  points: number;
  /** Length of the window, from its first act. */
  seconds: number;
  /** Acts that each process grants while Redis is away; default all of them. */
  pointsAlone?: number;
};

/** `seconds` until the window ends, at least 1. */
export type Spent = { allowed: boolean; left: number; seconds: number };

export type Limiter = {
  /** Counts an act. Rejects only when neither Redis nor memory can count. */
  spend(key: string): Promise<Spent>;
  /** Takes an act back, whenever that can be done. */
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

/** Counts in this process alone. */
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
