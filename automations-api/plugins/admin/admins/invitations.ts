/** Invitations to this site. They are in the users' database, whose outbox sends them. The dashboard accepts them. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { findContactsRole } from '../../../../shared/people/contact-role-queries.ts';
import { givesContactsRoles } from '../../../../shared/people/contact-roles.ts';
import {
  deleteInvite,
  findInviteOfSite,
  insertInvite,
  inviteExpiry,
  listInvitesOfSite,
  updateInvite,
} from '../../../../shared/people/invite-queries.ts';
import { insertMail } from '../../../../shared/people/mail-queries.ts';
import type { ContactsRole, Trx } from '../../../../shared/people/tables.ts';
import { deleteTokens } from '../../../../shared/people/token-queries.ts';
import { findUserByEmail } from '../../../../shared/people/user-queries.ts';
import type { User } from '../../../host/core/route.ts';
import { sqlDate } from '../../../host/shapes.ts';
import { recordSiteAction } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { conflict, invalid } from '../core/errors.ts';
import { keyOfEmail } from '../core/text.ts';
import { changeRole, notYours } from './change-role.ts';

type Invite = Awaited<ReturnType<typeof listInvitesOfSite>>[number];

const toInvitation = ({ id, email, contactsRole, createdAt, expiresAt }: Invite) => ({
  ID: id,
  email,
  role: contactsRole,
  created_at: sqlDate(createdAt),
  expires_at: sqlDate(expiresAt),
});
type Invitation = ReturnType<typeof toInvitation>;

export const listInvitations = async ({ people, siteId }: Context, now: Date): Promise<Invitation[]> =>
  (await listInvitesOfSite(people, await siteId(), now)).map(toInvitation);

type Outcome = { userId?: number; invitation?: Invitation };

/**
 * Gives a user with a verified email address the role at once, and invites anyone else.
 * @throws rest_forbidden, rest_invalid_param, already_invited, sign_up_closed, rate_limited
 */
export async function invite(
  context: Context,
  by: User,
  { email: given, role }: { email: string; role: ContactsRole },
): Promise<Outcome> {
  const { config, people, tries } = context;
  const siteId = await context.siteId();
  const email = keyOfEmail(given);
  const attempt = await tries.spendOnInvitation(email);
  const now = new Date();
  const act = inTransaction(people, async (trx): Promise<Outcome> => {
    await requireRoleGiver(trx, by, siteId);
    const user = await findUserByEmail(trx, email);
    if (user && (await findContactsRole(trx, user.id, siteId))) throw invalid('email', 'already has a role here');
    if (user?.emailVerifiedAt) {
      await changeRole(trx, by, { userId: user.id, siteId, role });
      const mail = { kind: 'contacts-access', name: user.name, inviterName: by.name, url: config.siteUrl } as const;
      await insertMail(trx, user.email, mail, { now, senderId: by.id });
      return { userId: user.id };
    }
    if (!user && config.signup === 'closed')
      throw conflict('sign_up_closed', 'Sign-up is closed: ask the operator for an account with this email first.');
    if ((await listInvitesOfSite(trx, siteId, now)).some((one) => one.email === email))
      throw conflict('already_invited', 'This email is already invited. Resend the invitation instead.');
    const expiresAt = inviteExpiry(config, now);
    const row = { email, workspaceId: null, role: null, siteId, contactsRole: role, invitedBy: by.id, expiresAt };
    const { id, publicId } = await insertInvite(trx, row, now);
    await recordSiteAction(trx, by, siteId, { action: 'member.invite', objectId: publicId, details: { role } });
    await mailInvitation(trx, context, by, { id, email, now });
    return { invitation: toInvitation({ ...row, id, contactsRole: role, createdAt: now } as Invite) };
  });
  // A refused invitation does not count towards the limits, since nothing was mailed.
  return act.catch((error) => {
    attempt.refund();
    throw error;
  });
}

/**
 * Resends an invitation with a new link. Returns undefined if the invitation does not exist.
 * @throws rest_forbidden, rate_limited
 */
export function resend(context: Context, by: User, id: number): Promise<Invitation | undefined> {
  const now = new Date();
  const expiresAt = inviteExpiry(context.config, now);
  return actOn(context, by, id, {
    action: 'member.reinvite',
    work: async (trx, found) => {
      await context.tries.spendOnInvitation(found.email);
      await deleteTokens(trx, 'invite', id);
      await updateInvite(trx, id, { expires_at: expiresAt, invited_by: by.id });
      await mailInvitation(trx, context, by, { ...found, now });
      return { ...found, expiresAt };
    },
  });
}

/** Revokes an invitation. Returns undefined if it does not exist. @throws rest_forbidden */
export const revoke = (context: Context, by: User, id: number): Promise<Invitation | undefined> =>
  actOn(context, by, id, {
    action: 'member.uninvite',
    work: async (trx, found) => {
      await deleteInvite(trx, id);
      return found;
    },
  });

/** Finds an invitation, records the action and runs `work`, in one transaction. */
async function actOn(
  { people, siteId: find }: Context,
  by: User,
  id: number,
  {
    action,
    work,
  }: { action: 'member.reinvite' | 'member.uninvite'; work: (trx: Trx, found: Invite) => Promise<Invite> },
): Promise<Invitation | undefined> {
  const siteId = await find();
  return inTransaction(people, async (trx) => {
    await requireRoleGiver(trx, by, siteId);
    const found = await findInviteOfSite(trx, siteId, id, new Date());
    if (!found) return undefined;
    const { publicId: objectId, contactsRole: role } = found;
    await recordSiteAction(trx, by, siteId, { action, objectId, details: { role } });
    return toInvitation(await work(trx, found));
  });
}

async function requireRoleGiver(trx: Trx, { id }: User, siteId: number): Promise<void> {
  if (!(await givesContactsRoles(trx, { type: 'session', userId: id }, siteId))) throw notYours();
}

const mailInvitation = (
  trx: Trx,
  { config }: Pick<Context, 'config'>,
  { id: inviterId, name: inviterName }: User,
  { id: inviteId, email, now }: { id: number; email: string; now: Date },
) =>
  insertMail(
    trx,
    email,
    { kind: 'contacts-invite', inviteId, inviterName, url: config.siteUrl },
    { now, senderId: inviterId },
  );
