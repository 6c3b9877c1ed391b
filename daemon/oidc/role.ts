/** The role in the configured workspace, set from the provider's claims at each sign-in. */
import type { Config } from '../../shared/config/config.ts';
import { system } from '../../shared/people/actor.ts';
import { forbidden, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Role, Trx } from '../core/tables.ts';
import {
  countMembers,
  deleteMember,
  findMemberByUser,
  insertMember,
  type MemberRow,
  updateRole,
} from '../members/queries.ts';
import { findWorkspace, lockWorkspace } from '../workspaces/queries.ts';

type Settings = Pick<Config, 'oidc' | 'plans' | 'defaultPlan'>;

/**
 * Makes a user a member with this role or changes their role. Without a role it ends the membership. The owner's role
 * never changes. Does nothing without OIDC_WORKSPACE. @throws `plan_limit_reached` without a free seat, `forbidden` if
 * the workspace does not exist
 */
export async function applyRole(
  trx: Trx,
  config: Settings,
  userId: number,
  { role, now }: { role: Role | undefined; now: Date },
) {
  const { oidc } = config;
  if (oidc.workspace === '') return;
  const found = await findWorkspace(trx, oidc.workspace);
  if (!found) throw forbidden('The workspace for this sign-in does not exist. Ask the operator.');
  const workspace = await lockWorkspace(trx, found.id);
  const member = await findMemberByUser(trx, workspace.id, userId);
  if (!member) {
    if (role) await join(trx, config, workspace, { user: { userId, role }, now });
  } else if (!member.isOwner && member.role !== role) await change(trx, config, workspace.id, { member, role, now });
}

type Workspace = Awaited<ReturnType<typeof lockWorkspace>>;

async function join(
  trx: Trx,
  { plans }: Settings,
  { id: workspaceId, plan }: Workspace,
  { user, now }: { user: { userId: number; role: Role }; now: Date },
) {
  const { members: limit } = plans[plan];
  if ((await countMembers(trx, workspaceId)) >= limit) throw quotaReached('members', limit);
  await insertMember(trx, { workspaceId, ...user }, now);
  const { publicId, email } = (await findMemberByUser(trx, workspaceId, user.userId)) as MemberRow;
  const details = { email, role: user.role };
  await recordAudit(trx, [{ workspaceId, actor: system, action: 'member.join', objectId: publicId, details }], now);
}

async function change(
  trx: Trx,
  { defaultPlan }: Settings,
  workspaceId: number,
  { member, role, now }: { member: MemberRow; role: Role | undefined; now: Date },
) {
  const entry = { workspaceId, actor: system, objectId: member.publicId };
  if (role) {
    await updateRole(trx, member, workspaceId, role);
    return recordAudit(trx, [{ ...entry, action: 'member.role', details: { role } }], now);
  }
  await recordAudit(trx, [{ ...entry, action: 'member.remove', details: { email: member.email } }], now);
  return deleteMember(trx, workspaceId, member, { now, defaultPlan });
}
