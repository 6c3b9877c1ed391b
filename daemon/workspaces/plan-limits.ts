/** The limits of a plan, and their form in the API. */
import { type Config, type PlanName, unlimited, unlimitedDays } from '../../shared/config/config.ts';

const orNull = (limit: number, none = unlimited) => (limit >= none ? null : limit);

type Limits = Pick<Config, 'plans' | 'keysPerWorkspace' | 'webhooksPerWorkspace'>;

/** Returns the maximum number of a workspace's API keys. */
export const mostKeys = ({ keysPerWorkspace }: Pick<Limits, 'keysPerWorkspace'>, plan: PlanName) =>
  plan === 'unlimited' ? unlimited : keysPerWorkspace;

/** Returns the maximum number of a workspace's webhooks. */
export const mostWebhooks = ({ webhooksPerWorkspace }: Pick<Limits, 'webhooksPerWorkspace'>, plan: PlanName) =>
  plan === 'unlimited' ? unlimited : webhooksPerWorkspace;

export function limitsOf(config: Limits, plan: PlanName) {
  const limits = config.plans[plan];
  return {
    links: orNull(limits.linksPerMonth),
    clicks: orNull(limits.clicksPerMonth),
    domains: orNull(limits.domains),
    members: orNull(limits.members),
    keys: orNull(mostKeys(config, plan)),
    webhooks: orNull(mostWebhooks(config, plan)),
    retentionDays: orNull(limits.retentionDays, unlimitedDays),
    requestsPerMinute: orNull(limits.requestsPerMinute),
  };
}
