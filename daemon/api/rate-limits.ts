/**
 * Limits on requests per minute from a workspace, a dashboard user and an IP address. A workspace's limit covers all
 * its keys and a user's limit all their browsers, across all processes. While Redis is down, each process allows its
 * share. IP addresses are counted per process, before any lookup.
 */
import { availableParallelism } from 'node:os';
import type { Redis } from 'ioredis';
import { type Config, type PlanName, unlimited } from '../../shared/config/config.ts';
import { BodyBudget } from '../../shared/http/body-budget.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { createLimiter, createLocalLimiter, type Limiter, type Spent } from '../../shared/limits/limiter.ts';
import { networkOf } from '../../shared/net/address.ts';
import { rateLimited } from './errors.ts';

const windowSeconds = 60;

/** Whether a request is within its limit, and the headers with the remaining budget, if requests are counted. */
type Granted = { allowed: boolean; headers: Record<string, string> };

export type RateLimits = {
  /** Counts a request from an IP address. @throws `rate_limited` */
  spendAddress(request: HttpRequest): Promise<void>;
  /** Counts a workspace's request. */
  spendWorkspace(workspaceId: number, plan: PlanName): Promise<Granted>;
  /** Counts a user's dashboard request. */
  spendUser(userId: number): Promise<Granted>;
  /** Waits until this process has room for a user's body. @throws `unavailable` */
  spendBody(userId: number, request: HttpRequest): Promise<void>;
};

type Settings = Pick<
  Config,
  'plans' | 'redisPrefix' | 'linksInstances' | 'addressRequestsPerMinute' | 'dashboardRequestsPerMinute'
>;

/** Creates the limits. `addressOf` returns a request's sender. IPv6 addresses in the same /64 count as one. */
export function createRateLimits(
  settings: Settings,
  redis: Redis,
  addressOf: (request: HttpRequest) => string,
): RateLimits {
  const addresses = createLocalLimiter({ points: settings.addressRequestsPerMinute, seconds: windowSeconds });
  const instances = settings.linksInstances || Math.max(2, availableParallelism());
  const workspaces = new Map<PlanName, Limiter>();
  const bodies = new BodyBudget();

  const openBudget = (name: string, points: number) => {
    const pointsAlone = Math.max(1, Math.floor(points / instances));
    return createLimiter(redis, `${settings.redisPrefix}:${name}`, { points, pointsAlone, seconds: windowSeconds });
  };
  const users = openBudget('dashboard-requests', settings.dashboardRequestsPerMinute);

  const limiterOf = (plan: PlanName) => {
    const known = workspaces.get(plan);
    if (known) return known;
    const limiter = openBudget('requests', settings.plans[plan].requestsPerMinute);
    workspaces.set(plan, limiter);
    return limiter;
  };

  return {
    async spendAddress(request) {
      const { allowed, seconds } = await addresses.spend(networkOf(addressOf(request)));
      if (!allowed) throw rateLimited({ 'Retry-After': String(seconds) });
    },
    async spendWorkspace(workspaceId, plan) {
      if (settings.plans[plan].requestsPerMinute >= unlimited) return { allowed: true, headers: {} };
      const spent = await limiterOf(plan).spend(String(workspaceId));
      return { allowed: spent.allowed, headers: describe('workspace', settings.plans[plan].requestsPerMinute, spent) };
    },
    spendBody: (userId, { body, signal }) => bodies.spend(String(userId), body.length, signal),
    async spendUser(userId) {
      const spent = await users.spend(String(userId));
      return { allowed: spent.allowed, headers: describe('user', settings.dashboardRequestsPerMinute, spent) };
    },
  };
}

/**
 * Returns the RateLimit headers of the IETF draft, and the older X-RateLimit headers. X-RateLimit-Reset is in Unix
 * seconds.
 */
const describe = (whose: string, quota: number, { allowed, left, seconds }: Spent): Record<string, string> => ({
  'RateLimit-Policy': `"${whose}";q=${quota};w=${windowSeconds}`,
  RateLimit: `"${whose}";r=${left};t=${seconds}`,
  'X-RateLimit-Limit': String(quota),
  'X-RateLimit-Remaining': String(left),
  'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + seconds),
  ...(allowed ? {} : { 'Retry-After': String(seconds) }),
});
