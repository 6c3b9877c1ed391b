/** The role that the provider's claims give in the configured workspace, set at each sign-in. */
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
 * Makes a user a member with this role, changes it, or, without one, ends the membership; the owner stays unchanged.
 * Does nothing if claims set no roles here. @throws `plan_limit_reached` without a seat, `forbidden` without the
 * workspace
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
    if (role) await join(trx, config, workspace, { who: { userId, role }, now });
  } else if (!member.isOwner && member.role !== role) await change(trx, config, workspace.id, { member, role, now });
}

type Workspace = Awaited<ReturnType<typeof lockWorkspace>>;

async function join(
  trx: Trx,
  { plans }: Settings,
  { id: workspaceId, plan }: Workspace,
  { who, now }: { who: { userId: number; role: Role }; now: Date },
) {
  const { members: limit } = plans[plan];
  if ((await countMembers(trx, workspaceId)) >= limit) throw quotaReached('members', limit);
  await insertMember(trx, { workspaceId, ...who }, now);
  const { publicId, email } = (await findMemberByUser(trx, workspaceId, who.userId)) as MemberRow;
  const details = { email, role: who.role };
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
