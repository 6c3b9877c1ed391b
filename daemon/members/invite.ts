/** Invitations. One transaction takes a seat, creates a token and queues an email. */
import { inTransaction } from '../../shared/db/db.ts';
import {
  deleteOldInvites,
  findInvite,
  findInviteByEmail,
  insertInvite,
  inviteExpiry,
  updateInvite,
  type WorkspaceInvite,
} from '../../shared/people/invite-queries.ts';
import type { ContactsRole } from '../../shared/people/tables.ts';
import { deleteTokens, insertToken } from '../../shared/people/token-queries.ts';
import { getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { conflict, notFound, quotaReached, rateLimited } from '../api/errors.ts';
import type { Invitation } from '../api/try-limits.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { joinUrl } from '../mail/button-links.ts';
import { insertMail, listRecipients } from '../mail/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { countSeats } from '../workspaces/usage-queries.ts';
import { requireContactsAdministrator, siteEntries } from './contacts-role.ts';
import { findMemberByEmail } from './queries.ts';

/** The invitation's URL for the inviter. API keys get no URL, because it would outlive a revoked key. */
type InviteLink = { inviteUrl?: string };

/**
 * Invites someone. `finish` runs last in the transaction, and its result is returned. @throws `forbidden` for a role
 * in contacts that the caller cannot grant, `rate_limited`, `plan_limit_reached`, `conflict` if the email address
 * belongs to a member or is already invited
 */
export function invite<T>(
  context: Context,
  auth: Auth,
  {
    email,
    role,
    contactsRole,
  }: Pick<WorkspaceInvite, 'email' | 'role'> & {
    contactsRole: ContactsRole | null | undefined;
  },
  finish: (trx: Trx, invited: WorkspaceInvite, link: InviteLink) => Promise<T>,
): Promise<T> {
  const { config, db } = context;
  const { workspaceId, userId } = auth;
  const now = new Date();
  const expiresAt = inviteExpiry(config, now);
  const run = () =>
    inTransaction(db, async (trx) => {
      const { plan } = await lockWorkspace(trx, workspaceId);
      const siteId = contactsRole === undefined ? null : await requireContactsAdministrator(trx, auth.actor);
      await deleteOldInvites(trx, workspaceId, now);
      const { members: limit } = config.plans[plan];
      if ((await countSeats(trx, workspaceId, now)) >= limit) throw quotaReached('members', limit);
      if (await findMemberByEmail(trx, workspaceId, email)) throw conflict('This email already belongs to a member.');
      if (await findInviteByEmail(trx, workspaceId, email, now)) {
        throw conflict('This email is already invited. Resend the invitation instead.');
      }
      const inContacts = contactsRole ? { siteId, contactsRole } : { siteId: null, contactsRole: null };
      const invite = { workspaceId, email, role, ...inContacts, invitedBy: userId, expiresAt };
      const invited = { ...(await insertInvite(trx, invite, now)), role };
      return finish(
        trx,
        invited,
        await send(trx, context, { auth, workspaceInvite: invited, action: 'member.invite', expiresAt, now }),
      );
    });
  return withinLimits(context, { workspaceId, email }, run);
}

/**
 * Resends an invitation. @throws `not_found` without an open invitation, `rate_limited`, `forbidden` for a role in
 * contacts that the caller cannot grant
 */
export async function reinvite(context: Context, auth: Auth, publicId: string) {
  const now = new Date();
  const expiresAt = inviteExpiry(context.config, now);
  const { workspaceId } = auth;
  const known = await findInvite(context.db, workspaceId, publicId, now);
  if (!known) throw notFound('invitation');
  const run = () =>
    inTransaction(context.db, async (trx) => {
      const invited = await findInvite(trx, workspaceId, publicId, now);
      if (!invited) throw notFound('invitation');
      if (invited.contactsRole !== null) await requireContactsAdministrator(trx, auth.actor);
      await deleteTokens(trx, 'invite', invited.id);
      await updateInvite(trx, invited.id, { expires_at: expiresAt, invited_by: auth.userId });
      return {
        invited,
        link: await send(trx, context, { auth, workspaceInvite: invited, action: 'member.reinvite', expiresAt, now }),
      };
    });
  return withinLimits(context, { workspaceId, email: known.email, publicId }, run);
}

/**
 * Counts an invitation against the limits. An invitation that fails is not emailed and does not count. @throws
 * `rate_limited`
 */
async function withinLimits<T>({ tries }: Context, invitation: Invitation, run: () => Promise<T>): Promise<T> {
  const attempt = await tries.spendOnInvitation(invitation);
  try {
    return await run();
  } catch (error) {
    attempt.refund();
    throw error;
  }
}

const dayMs = 86_400_000;

/**
 * Limits the number of recipients per day for a user with an unverified email address. The caller locks the user's
 * row. @throws `rate_limited`
 */
async function requireFewRecipients(
  trx: Trx,
  limit: number,
  user: UserRow,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  if (user.emailVerifiedAt !== null) return;
  const recent = await listRecipients(trx, user.id, new Date(now.getTime() - dayMs));
  if (recent.length < limit || recent.some(({ recipient }) => recipient === email)) return;
  const nextAt = Math.min(...recent.map(({ lastAt }) => lastAt.getTime())) + dayMs;
  const seconds = String(Math.max(1, Math.ceil((nextAt - now.getTime()) / 1_000)));
  throw rateLimited({ 'Retry-After': seconds }, `Until your email is verified, you can invite ${limit} users a day`);
}

async function send(
  trx: Trx,
  { config }: Context,
  {
    auth: { workspaceId, userId, actor },
    workspaceInvite,
    action,
    expiresAt,
    now,
  }: {
    auth: Auth;
    workspaceInvite: WorkspaceInvite;
    action: 'member.invite' | 'member.reinvite';
    expiresAt: Date;
    now: Date;
  },
): Promise<InviteLink> {
  const { id, publicId, email, role, contactsRole } = workspaceInvite;
  const { name: workspaceName } = await lockWorkspace(trx, workspaceId);
  const user = await getUserForUpdate(trx, userId);
  await requireFewRecipients(trx, config.unverifiedInvitesPerDay, user, { email, now });
  const { name: inviterName } = user;
  await insertMail(
    trx,
    email,
    { kind: 'invite', inviteId: id, workspaceName, inviterName, role },
    { now, senderId: userId },
  );
  const details = { email, role, ...(contactsRole === null ? {} : { contactsRole }) };
  const entry = { actor, action, objectId: publicId };
  await recordAudit(trx, [{ ...entry, workspaceId, details }, ...siteEntries(entry, workspaceInvite)], now);
  if (actor.type === 'api_key') return {};
  return { inviteUrl: joinUrl(config.baseUrl, await insertToken(trx, 'invite', id, { expiresAt, mailed: false })) };
}
