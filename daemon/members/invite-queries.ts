/** Invitations in MySQL: each takes a seat until it is accepted, revoked or expired, and is valid for one email. */

import type { PlanName } from '../../shared/config/config.ts';
import { newId } from '../../shared/db/public-ids.ts';
import type { ContactsRole } from '../../shared/sign-in/tables.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { deleteTokens, findToken } from '../identity/token-queries.ts';

export type InviteRow = {
  id: number;
  publicId: string;
  email: string;
  role: Role;
  /** The role in contacts that it gives; `null`: none. */
  contactsRole: ContactsRole | null;
  createdAt: Date;
};

const openInvites = (db: Db, now: Date) =>
  db
    .selectFrom('invites')
    .where('expires_at', '>', now)
    .select([
      'id',
      'public_id as publicId',
      'email',
      'role',
      'contacts_role as contactsRole',
      'created_at as createdAt',
    ]);

export const listInvites = (db: Db, workspaceId: number, now: Date): Promise<InviteRow[]> =>
  openInvites(db, now).where('workspace_id', '=', workspaceId).orderBy('id').execute();

export const findInvite = (db: Db, workspaceId: number, publicId: string, now: Date): Promise<InviteRow | undefined> =>
  openInvites(db, now)
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

export const findInviteByEmail = (db: Db, workspaceId: number, email: string, now: Date) =>
  openInvites(db, now).where('workspace_id', '=', workspaceId).where('email', '=', email).executeTakeFirst();

export type OpenInvite = InviteRow & {
  /** Its token came by mail, which proves access to the mailbox. */
  mailed: boolean;
  workspaceId: number;
  /** The user who sent it, or who set its role in contacts. */
  invitedBy: number;
  workspace: { publicId: string; name: string; plan: PlanName };
};

/** The invitation of a token. Within a transaction only that one can use it. */
export async function findInviteByToken(db: Db, token: string, now: Date): Promise<OpenInvite | undefined> {
  const found = await findToken(db, 'invite', token, now);
  if (!found) return undefined;
  const row = await openInvites(db, now)
    .innerJoin('workspaces', 'workspaces.id', 'invites.workspace_id')
    .where('invites.id', '=', found.subjectId)
    .clearSelect()
    .select([
      'invites.id',
      'invites.public_id as publicId',
      'invites.email',
      'invites.role',
      'invites.contacts_role as contactsRole',
      'invites.invited_by as invitedBy',
      'invites.created_at as createdAt',
      'invites.workspace_id as workspaceId',
      'workspaces.public_id as workspacePublicId',
      'workspaces.name',
      'workspaces.plan',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { workspacePublicId: publicId, name, plan, ...invite } = row;
  return { ...invite, mailed: found.mailed, workspace: { publicId, name, plan } };
}

export type NewInvite = Pick<InviteRow, 'email' | 'role' | 'contactsRole'> & {
  workspaceId: number;
  invitedBy: number;
  expiresAt: Date;
};

export async function insertInvite(
  trx: Trx,
  { workspaceId, email, role, contactsRole, invitedBy, expiresAt }: NewInvite,
  now: Date,
): Promise<InviteRow> {
  const publicId = newId('inv');
  const { insertId } = await trx
    .insertInto('invites')
    .values({
      public_id: publicId,
      workspace_id: workspaceId,
      email,
      role,
      contacts_role: contactsRole,
      invited_by: invitedBy,
      created_at: now,
      expires_at: expiresAt,
    })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), publicId, email, role, contactsRole, createdAt: now };
}

type InviteChanges = { role?: Role; contacts_role?: ContactsRole | null; invited_by?: number; expires_at?: Date };

export const updateInvite = (trx: Trx, id: number, changes: InviteChanges) =>
  trx.updateTable('invites').set(changes).where('id', '=', id).execute();

/** An invitation and its tokens. */
export async function deleteInvite(trx: Trx, id: number): Promise<void> {
  await deleteTokens(trx, 'invite', id);
  await trx.deleteFrom('invites').where('id', '=', id).execute();
}

/** All of a workspace's, with their tokens. */
export async function deleteInvitesOf(trx: Trx, workspaceId: number): Promise<void> {
  const invites = await trx.selectFrom('invites').select('id').where('workspace_id', '=', workspaceId).execute();
  for (const { id } of invites) await deleteInvite(trx, id);
}

/** Deletes expired invitations, whose email and id are then free. */
export const deleteOldInvites = (trx: Trx, workspaceId: number, now: Date) =>
  trx.deleteFrom('invites').where('workspace_id', '=', workspaceId).where('expires_at', '<=', now).execute();
