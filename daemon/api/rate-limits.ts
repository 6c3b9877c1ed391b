/**
 * How many requests a workspace and an address may send a minute. A workspace's budget is one over all its keys and
 * all processes, counted in Redis; while Redis is away each process grants its share. Addresses are counted in this
 * process alone, before anything is looked up for them.
 */
import { availableParallelism } from 'node:os';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config, PlanName } from '../../shared/config.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { rateLimited } from './errors.ts';

const windowSeconds = 60;

export type RateLimits = {
  /** Takes one request off an address's budget. @throws `rate_limited` */
  spendAddress(request: HttpRequest): Promise<void>;
  /** Takes one request off a workspace's budget: whether it was there, and the headers that tell what is left. */
  spendWorkspace(workspaceId: number, plan: PlanName): Promise<{ allowed: boolean; headers: Record<string, string> }>;
};

type Settings = Pick<Config, 'plans' | 'redisPrefix' | 'linksInstances' | 'addressRequestsPerMinute'>;

/** `addressOf` tells who sent a request. An IPv6 customer is told by its /64. */
export function createRateLimits(
  settings: Settings,
  redis: Redis,
  addressOf: (request: HttpRequest) => string,
): RateLimits {
  const addresses = new RateLimiterMemory({ points: settings.addressRequestsPerMinute, duration: windowSeconds });
  const workspaces = new Map<PlanName, RateLimiterAbstract>();

  const limiterOf = (plan: PlanName) => {
    const known = workspaces.get(plan);
    if (known) return known;
    const limiter = createWorkspaceLimiter(settings, redis, settings.plans[plan].requestsPerMinute);
    workspaces.set(plan, limiter);
    return limiter;
  };

  return {
    async spendAddress(request) {
      const spent = await spend(addresses, networkOf(addressOf(request)));
      if (!spent.allowed) throw rateLimited({ 'Retry-After': String(spent.seconds) });
    },
    async spendWorkspace(workspaceId, plan) {
      const spent = await spend(limiterOf(plan), String(workspaceId));
      return { allowed: spent.allowed, headers: describe(settings.plans[plan].requestsPerMinute, spent) };
    },
  };
}

function createWorkspaceLimiter(settings: Settings, redis: Redis, points: number): RateLimiterAbstract {
  const keyPrefix = `${settings.redisPrefix}:requests`;
  const instances = settings.linksInstances || availableParallelism();
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({
      keyPrefix,
      points: Math.max(1, Math.floor(points / instances)),
      duration: windowSeconds,
    }),
  });
}

type Spent = { allowed: boolean; left: number; seconds: number };

async function spend(limiter: RateLimiterAbstract, key: string): Promise<Spent> {
  const toSpent = (res: RateLimiterRes, allowed: boolean): Spent => ({
    allowed,
    left: Math.max(0, res.remainingPoints),
    seconds: Math.max(1, Math.ceil(res.msBeforeNext / 1_000)),
  });
  try {
    return toSpent(await limiter.consume(key), true);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toSpent(refused, false);
    throw refused;
  }
}

/** The draft RateLimit fields and the older X-RateLimit ones; X-RateLimit-Reset is a time in seconds since 1970. */
const describe = (quota: number, { allowed, left, seconds }: Spent): Record<string, string> => ({
  'RateLimit-Policy': `"workspace";q=${quota};w=${windowSeconds}`,
  RateLimit: `"workspace";r=${left};t=${seconds}`,
  'X-RateLimit-Limit': String(quota),
  'X-RateLimit-Remaining': String(left),
  'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + seconds),
  ...(allowed ? {} : { 'Retry-After': String(seconds) }),
});

const networkOf = (address: string) =>
  address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
