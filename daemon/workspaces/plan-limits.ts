/** What a plan allows, as clients see it. */
import { type Config, type PlanName, unlimited, unlimitedDays } from '../../shared/config/config.ts';

const orNull = (limit: number, none = unlimited) => (limit >= none ? null : limit);

type Limits = Pick<Config, 'plans' | 'keysPerWorkspace' | 'webhooksPerWorkspace'>;

export function limitsOf({ plans, keysPerWorkspace, webhooksPerWorkspace }: Limits, plan: PlanName) {
  const limits = plans[plan];
  return {
    links: orNull(limits.linksPerMonth),
    clicks: orNull(limits.clicksPerMonth),
    domains: orNull(limits.domains),
    members: orNull(limits.members),
    keys: keysPerWorkspace,
    webhooks: webhooksPerWorkspace,
    retentionDays: orNull(limits.retentionDays, unlimitedDays),
    requestsPerMinute: orNull(limits.requestsPerMinute),
  };
}
