/** Inviting: a seat, a token for the answer, and a mail, all in one transaction. */
import { inTransaction, type Trx } from '../../shared/db.ts';
import type { Role } from '../../shared/tables.ts';
import type { Context } from '../api/context.ts';
import { conflict, notFound, quotaReached } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Auth } from '../identity/auth.ts';
import { getUser } from '../identity/queries.ts';
import { insertToken } from '../identity/token-queries.ts';
import { joinUrl } from '../mail/button-links.ts';
import { insertMail } from '../mail/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { countSeats } from '../workspaces/usage-queries.ts';
import {
  deleteOldInvites,
  findInvite,
  findInviteByEmail,
  type InviteRow,
  insertInvite,
  updateInvite,
} from './invite-queries.ts';
import { findMemberByEmail } from './queries.ts';

const expiryOf = (inviteDays: number, now: Date) => new Date(now.getTime() + inviteDays * 86_400_000);

/**
 * `finish` runs last in the transaction; what it returns is returned.
 * @throws `plan_limit_reached`, and `conflict` for a member or somebody already invited.
 */
export function invite<T>(
  context: Context,
  auth: Auth,
  email: string,
  role: Role,
  finish: (trx: Trx, invited: InviteRow, inviteUrl: string) => Promise<T>,
): Promise<T> {
  const { config, db } = context;
  const { workspaceId, userId } = auth;
  const now = new Date();
  const expiresAt = expiryOf(config.inviteDays, now);
  return inTransaction(db, async (trx) => {
    const { plan } = await lockWorkspace(trx, workspaceId);
    await deleteOldInvites(trx, workspaceId, now);
    const { members: limit } = config.plans[plan];
    if ((await countSeats(trx, workspaceId, now)) >= limit) throw quotaReached('members', limit);
    if (await findMemberByEmail(trx, workspaceId, email)) throw conflict('this address is a member already');
    if (await findInviteByEmail(trx, workspaceId, email, now)) {
      throw conflict('this address is invited already; the invitation can be sent again');
    }
    const invited = await insertInvite(trx, { workspaceId, email, role, invitedBy: userId, expiresAt }, now);
    const inviteUrl = await send(trx, context, auth, invited, 'member.invite', expiresAt, now);
    return finish(trx, invited, inviteUrl);
  });
}

/** @throws `not_found` when there is no such open invitation. */
export function reinvite(context: Context, auth: Auth, publicId: string) {
  const now = new Date();
  const expiresAt = expiryOf(context.config.inviteDays, now);
  return inTransaction(context.db, async (trx) => {
    const invited = await findInvite(trx, auth.workspaceId, publicId, now);
    if (!invited) throw notFound('invitation');
    await updateInvite(trx, invited.id, { expires_at: expiresAt });
    return { invited, inviteUrl: await send(trx, context, auth, invited, 'member.reinvite', expiresAt, now) };
  });
}

async function send(
  trx: Trx,
  { config }: Context,
  { workspaceId, userId, actor }: Auth,
  { id, publicId, email, role }: InviteRow,
  action: 'member.invite' | 'member.reinvite',
  expiresAt: Date,
  now: Date,
): Promise<string> {
  const [{ name: workspaceName }, { name: inviterName }] = [
    await lockWorkspace(trx, workspaceId),
    await getUser(trx, userId),
  ];
  await insertMail(trx, email, { kind: 'invite', inviteId: id, workspaceName, inviterName, role }, now);
  await recordAudit(trx, [{ workspaceId, actor, action, objectId: publicId, details: { email, role } }], now);
  return joinUrl(config.baseUrl, await insertToken(trx, 'invite', id, expiresAt));
}
