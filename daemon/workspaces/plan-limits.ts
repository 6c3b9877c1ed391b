/** What a plan allows, as clients see it. */
import { type Config, type PlanName, unlimited, unlimitedDays } from '../../shared/config.ts';

const orNull = (limit: number, none = unlimited) => (limit >= none ? null : limit);

export function limitsOf({ plans, keysPerWorkspace }: Pick<Config, 'plans' | 'keysPerWorkspace'>, plan: PlanName) {
  const limits = plans[plan];
  return {
    links: orNull(limits.linksPerMonth),
    clicks: orNull(limits.clicksPerMonth),
    domains: orNull(limits.domains),
    members: orNull(limits.members),
    keys: keysPerWorkspace,
    retentionDays: orNull(limits.retentionDays, unlimitedDays),
    requestsPerMinute: orNull(limits.requestsPerMinute),
  };
}
