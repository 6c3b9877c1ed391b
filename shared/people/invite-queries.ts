/**
 * Queries for invitations to a workspace, to contacts, or to both. Each is valid for one email address. An invitation
 * to a workspace takes a seat until it is accepted, revoked or expired.
 */

import type { Config } from '../config/config.ts';
import { newId } from '../db/public-ids.ts';
import { changedRows, countRows } from '../db/results.ts';
import type { ContactsRole, Db, Trx, WorkspaceRole } from './tables.ts';
import { deleteTokens, findToken } from './token-queries.ts';

const columns = [
  'id',
  'public_id as publicId',
  'workspace_id as workspaceId',
  'email',
  'role',
  'site_id as siteId',
  'contacts_role as contactsRole',
  'invited_by as invitedBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const openInvites = (db: Db, now: Date) => db.selectFrom('invites').where('expires_at', '>', now).select(columns);

type InviteRow = Awaited<ReturnType<ReturnType<typeof openInvites>['execute']>>[number];
/** An invitation to a workspace. */
export type WorkspaceInvite = Pick<InviteRow, 'id' | 'publicId' | 'email' | 'siteId' | 'contactsRole' | 'createdAt'> & {
  role: WorkspaceRole;
};

export const listInvites = (db: Db, workspaceId: number, now: Date) =>
  openInvites(db, now)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .$narrowType<{ role: WorkspaceRole }>()
    .execute();

/** Counts a workspace's open invitations. */
export const countInvites = (db: Db, workspaceId: number, now: Date): Promise<number> =>
  countRows(db.selectFrom('invites').where('workspace_id', '=', workspaceId).where('expires_at', '>', now));

export const findInvite = (db: Db, workspaceId: number, publicId: string, now: Date) =>
  openInvites(db, now)
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .$narrowType<{ role: WorkspaceRole }>()
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export const findInviteByEmail = (db: Db, workspaceId: number, email: string, now: Date) =>
  openInvites(db, now).where('workspace_id', '=', workspaceId).where('email', '=', email).executeTakeFirst();

/** Lists invitations, including expired ones. */
export const listInvitesByPublicIds = (db: Db, publicIds: string[]) =>
  db
    .selectFrom('invites')
    .select(['public_id as publicId', 'workspace_id as workspaceId', 'email'])
    .where('public_id', 'in', publicIds)
    .execute();

const toSiteAlone = (db: Db, siteId: number, now: Date) =>
  openInvites(db, now)
    .where('site_id', '=', siteId)
    .where('workspace_id', 'is', null)
    .$narrowType<{ contactsRole: ContactsRole }>();

/** Lists invitations to a site only, without a workspace. */
export const listInvitesOfSite = (db: Db, siteId: number, now: Date) =>
  toSiteAlone(db, siteId, now).orderBy('id').execute();

export const findInviteOfSite = (trx: Trx, siteId: number, id: number, now: Date) =>
  toSiteAlone(trx, siteId, now).where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds an open invitation by its row id. In a transaction, the invitation is locked. */
export const findOpenInvite = (db: Db, id: number, now: Date) =>
  openInvites(db, now)
    .where('id', '=', id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

/**
 * Finds the invitation of a token. In a transaction, the invitation is locked. `mailed`: the token proves the email
 * address.
 */
export async function findInviteByToken(db: Db, token: string, now: Date) {
  const found = await findToken(db, 'invite', token, now);
  const invite = found && (await findOpenInvite(db, found.subjectId, now));
  return found && invite && { ...invite, mailed: found.mailed };
}
export type OpenInvite = NonNullable<Awaited<ReturnType<typeof findInviteByToken>>>;

export const inviteExpiry = ({ inviteDays }: Pick<Config, 'inviteDays'>, now: Date) =>
  new Date(now.getTime() + inviteDays * 86_400_000);

export type NewInvite = {
  email: string;
  workspaceId: number | null;
  role: WorkspaceRole | null;
  siteId: number | null;
  contactsRole: ContactsRole | null;
  invitedBy: number;
  expiresAt: Date;
};

export async function insertInvite(trx: Trx, invite: NewInvite, now: Date) {
  const publicId = newId('inv');
  const { insertId } = await trx
    .insertInto('invites')
    .values({
      public_id: publicId,
      workspace_id: invite.workspaceId,
      email: invite.email,
      role: invite.role,
      site_id: invite.siteId,
      contacts_role: invite.contactsRole,
      invited_by: invite.invitedBy,
      created_at: now,
      expires_at: invite.expiresAt,
    })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), publicId, ...invite, createdAt: now };
}

type InviteChanges = {
  role?: WorkspaceRole;
  site_id?: number | null;
  contacts_role?: ContactsRole | null;
  invited_by?: number;
  expires_at?: Date;
};

export const updateInvite = (trx: Trx, id: number, changes: InviteChanges) =>
  trx.updateTable('invites').set(changes).where('id', '=', id).execute();

/** Deletes an invitation and its tokens. */
export async function deleteInvite(trx: Trx, id: number): Promise<void> {
  await deleteTokens(trx, 'invite', id);
  await trx.deleteFrom('invites').where('id', '=', id).execute();
}

/** Deletes all of a workspace's invitations and their tokens. */
export async function deleteInvitesOf(trx: Trx, workspaceId: number): Promise<void> {
  const invites = await trx.selectFrom('invites').select('id').where('workspace_id', '=', workspaceId).execute();
  for (const { id } of invites) await deleteInvite(trx, id);
}

/**
 * Removes roles in contacts from invitations: those for an email address, those to a site, or those that match both.
 * Invitations that only gave a role in contacts are deleted.
 */
export async function endInvitedRoles(trx: Trx, { email, siteId }: { email?: string; siteId?: number }): Promise<void> {
  const invites = await trx
    .selectFrom('invites')
    .select(['id', 'workspace_id as workspaceId'])
    .where('site_id', 'is not', null)
    .$if(email !== undefined, (query) => query.where('email', '=', email as string))
    .$if(siteId !== undefined, (query) => query.where('site_id', '=', siteId as number))
    .execute();
  for (const { id, workspaceId } of invites) {
    if (workspaceId === null) await deleteInvite(trx, id);
    else await updateInvite(trx, id, { site_id: null, contacts_role: null });
  }
}

/** Deletes expired invitations to contacts only, in batches. Returns the number deleted. */
export const deleteInvitesBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('invites').where('workspace_id', 'is', null).where('expires_at', '<', time).limit(limit));

/** Deletes expired invitations, so that their email addresses and ids can be used again. */
export const deleteOldInvites = (trx: Trx, workspaceId: number, now: Date) =>
  trx.deleteFrom('invites').where('workspace_id', '=', workspaceId).where('expires_at', '<=', now).execute();
