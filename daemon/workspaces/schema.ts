/** Bodies of workspaces. */
import Type from 'typebox';
import { longestName } from '../../shared/limits-of-fields.ts';
import { nameSchema } from '../../shared/name-schema.ts';
import { id, nullable, number, Role, shownPlan, text } from '../api/schemas.ts';

const name = { ...nameSchema(longestName), examples: ['Campaigns'] };
const closed = { additionalProperties: false };
export const WorkspaceInput = Type.Object({ name }, closed);
const networksAtMost = 50;
const ownNetworks = Type.Array(Type.String({ minLength: 1, maxLength: 49 }), {
  maxItems: networksAtMost,
  description:
    'IP addresses and CIDR networks, IPv4 or IPv6, whose visits count as `ownClicks` and not as clicks. They do not use up ' +
    "a link's `maxClicks`.",
  examples: [['203.0.113.0/24', '2001:db8::/48']],
});
export const WorkspacePatch = Type.Object(
  { name: Type.Optional(name), ownNetworks: Type.Optional(ownNetworks) },
  closed,
);

const time = Type.String({ format: 'date-time' });

const limit = (example: number, description?: string) => nullable(number(example, description));

export const WorkspaceLimits = Type.Object(
  {
    links: limit(1_000, 'new links a calendar month'),
    clicks: limit(50_000, 'tracked clicks a calendar month; shown, never enforced'),
    domains: limit(10),
    members: limit(3, 'members and open invitations'),
    keys: limit(100),
    webhooks: limit(10),
    retentionDays: limit(365, 'retention of analytics, in days'),
    requestsPerMinute: limit(600),
  },
  { description: 'null means no limit' },
);
export const WorkspaceUsage = Type.Object({
  links: Type.Integer({ description: 'links created this month', examples: [12] }),
  clicks: Type.Integer({ description: 'clicks this month, without bots', examples: [340] }),
  domains: number(1),
  members: number(2),
  periodStart: { ...time, examples: ['2026-11-01T00:00:00.000Z'] },
  resetsAt: { ...time, examples: ['2026-12-01T00:00:00.000Z'] },
});
export const Workspace = Type.Object({
  id: id('ws'),
  name: text('Campaigns'),
  ...shownPlan,
  status: Type.Enum(['active', 'suspended']),
  createdAt: time,
  ownNetworks,
  limits: WorkspaceLimits,
  usage: WorkspaceUsage,
});
export const WorkspaceMembership = Type.Object({ id: id('ws'), name: text('Campaigns'), ...shownPlan, role: Role });
export const WorkspaceList = Type.Object({ workspaces: Type.Array(WorkspaceMembership) });
