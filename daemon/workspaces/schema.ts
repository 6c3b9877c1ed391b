/** The bodies of workspaces. */
import Type from 'typebox';
import { longestName } from '../../shared/limits-of-fields.ts';
import { nameSchema } from '../../shared/name-schema.ts';
import { nullable, Role, shownPlan } from '../api/schemas.ts';

const name = nameSchema(longestName);
const closed = { additionalProperties: false };
export const WorkspaceInput = Type.Object({ name }, closed);
export const WorkspacePatch = Type.Object({ name: Type.Optional(name) }, closed);

const count = Type.Integer({ minimum: 0 });
const time = Type.String({ format: 'date-time' });

const limit = (description?: string) => nullable(Type.Integer({ minimum: 0, ...(description ? { description } : {}) }));

/** Null is no limit. */
export const WorkspaceLimits = Type.Object(
  {
    links: limit('new links a calendar month'),
    clicks: limit('tracked clicks a calendar month; shown, never enforced'),
    domains: limit(),
    members: limit('members and open invitations'),
    keys: limit(),
    webhooks: limit(),
    retentionDays: limit('days that analytics look back'),
    requestsPerMinute: limit(),
  },
  { description: 'null is no limit' },
);
export const WorkspaceUsage = Type.Object({
  links: Type.Integer({ description: 'links made this month' }),
  clicks: Type.Integer({ description: 'clicks this month, without bots' }),
  domains: count,
  members: count,
  periodStart: time,
  resetsAt: time,
});
export const Workspace = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ...shownPlan,
  status: Type.Enum(['active', 'suspended']),
  createdAt: time,
  limits: WorkspaceLimits,
  usage: WorkspaceUsage,
});
export const WorkspaceMembership = Type.Object({ id: Type.String(), name: Type.String(), ...shownPlan, role: Role });
export const WorkspaceList = Type.Object({ workspaces: Type.Array(WorkspaceMembership) });
