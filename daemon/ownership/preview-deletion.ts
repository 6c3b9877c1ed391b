/** Previews of the deletion of a workspace or an account. */
import type { Config } from '../../shared/config/config.ts';
import { listSiteIds } from '../../shared/people/contact-role-queries.ts';
import { isNeededAtSite } from '../../shared/people/contact-roles.ts';
import { countInvites } from '../../shared/people/invite-queries.ts';
import { getAccount } from '../billing/core/queries.ts';
import { dayOf } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { listDomains } from '../domains/queries.ts';
import { showPlan } from '../workspaces/plans.ts';
import { getWorkspace } from '../workspaces/queries.ts';
import { countClicks } from '../workspaces/usage-queries.ts';
import { countOf, listMemberships, type Membership } from './queries.ts';

type Settings = Pick<Config, 'slugQuarantineDays'>;

export async function previewWorkspaceDeletion(db: Db, { slugQuarantineDays }: Settings, id: number, now: Date) {
  const workspace = await getWorkspace(db, id);
  const today = dayOf(now.getTime());
  const [links, clicks, domains, members, invitations, keys, account] = await Promise.all([
    countOf(db, 'links', id),
    countClicks(db, id, dayOf(workspace.created_at.getTime()), today),
    listDomains(db, id),
    countOf(db, 'members', id),
    countInvites(db, id, now),
    countOf(db, 'api_keys', id),
    getAccount(db, id),
  ]);
  return {
    id: workspace.public_id,
    name: workspace.name,
    ...{ links, clicks, domains: domains.map(({ hostname }) => hostname), members, invitations, keys },
    ...showPlan(workspace.plan),
    hasSubscription: account.subscriptionId !== null && account.status !== 'canceled',
    slugsHeldDays: slugQuarantineDays,
  };
}

type Outcome = 'left' | 'deleted' | 'transfer_first' | 'suspended';

export function outcomeOf({ isOwner, members, suspendedAt }: Membership): Outcome {
  if (!isOwner) return 'left';
  if (members > 1) return 'transfer_first';
  return suspendedAt === null ? 'deleted' : 'suspended';
}

export const preventsDeletion = (membership: Membership) =>
  ['transfer_first', 'suspended'].includes(outcomeOf(membership));

export async function previewAccountDeletion(db: Db, config: Settings, userId: number, now: Date) {
  const memberships = await listMemberships(db, userId);
  const workspaces = [];
  for (const membership of memberships) {
    const { id, publicId, name } = membership;
    const outcome = outcomeOf(membership);
    const deletion = outcome === 'deleted' ? await previewWorkspaceDeletion(db, config, id, now) : null;
    workspaces.push({ id: publicId, name, outcome, deletion });
  }
  const contacts = await previewContacts(db, userId);
  return { canDelete: !memberships.some(preventsDeletion) && contacts !== 'transfer_first', workspaces, contacts };
}

async function previewContacts(db: Db, userId: number): Promise<'left' | 'transfer_first' | null> {
  if (await isNeededAtSite(db, userId)) return 'transfer_first';
  return (await listSiteIds(db, userId)).length > 0 ? 'left' : null;
}
