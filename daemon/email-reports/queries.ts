/** Queries for email reports: members' settings, due reports, and links that soon stop working. */

import { sql } from 'kysely';
import { listIds } from '../../shared/db/results.ts';
import type { Db, Trx } from '../core/tables.ts';

const settings = [
  'id',
  'report_every as every',
  'report_timezone as timezone',
  'report_due_at as dueAt',
  'reported_until as reportedUntil',
] as const;

const memberOf = (db: Db, workspaceId: number, userId: number) =>
  db.selectFrom('members').select(settings).where('workspace_id', '=', workspaceId).where('user_id', '=', userId);

export type ReportSettings = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

export const findSettings = (db: Db, workspaceId: number, userId: number) =>
  memberOf(db, workspaceId, userId).executeTakeFirst();

export const findSettingsForUpdate = (trx: Trx, workspaceId: number, userId: number) =>
  memberOf(trx, workspaceId, userId).forUpdate().executeTakeFirst();

export const updateSettings = (
  trx: Trx,
  { id, every, timezone, dueAt }: Pick<ReportSettings, 'id' | 'every' | 'timezone' | 'dueAt'>,
) =>
  trx
    .updateTable('members')
    .set({ report_every: every, report_timezone: timezone, report_due_at: dueAt })
    .where('id', '=', id)
    .execute();

/** Turns off the reports of a member. */
export const endReports = (db: Db, memberPublicId: string) =>
  db
    .updateTable('members')
    .set({ report_every: null, report_due_at: null })
    .where('public_id', '=', memberPublicId)
    .execute();

/** Lists members whose report is due, longest overdue first. */
export const listDue = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(
    db.selectFrom('members').select('id').where('report_due_at', '<=', now).orderBy('report_due_at').limit(limit),
  );

/** Locks a member whose report is due. Resolves to undefined if another worker has queued it. */
export const findDueForUpdate = (trx: Trx, id: number, now: Date) =>
  trx
    .selectFrom('members')
    .select([...settings, 'user_id as userId'])
    .where('id', '=', id)
    .where('report_due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();

export const markReported = (trx: Trx, id: number, until: number, dueAt: Date) =>
  trx.updateTable('members').set({ reported_until: until, report_due_at: dueAt }).where('id', '=', id).execute();

/** Finds a member of a workspace that is neither suspended nor deleted. */
export const findRecipient = (db: Db, memberId: number) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.public_id as publicId', 'members.user_id as userId', 'members.report_every as every'])
    .select(['workspaces.id as workspaceId', 'workspaces.public_id as workspacePublicId'])
    .select(['workspaces.name as workspaceName', 'workspaces.plan'])
    .where('members.id', '=', memberId)
    .where('workspaces.suspended_at', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .executeTakeFirst();

const usable = (db: Db, workspaceId: number) =>
  db
    .selectFrom('links')
    .where('workspace_id', '=', workspaceId)
    .where('archived', '=', false)
    .where('banned', '=', false);

/** Lists links that expire within a time, soonest first. */
export const listExpiring = (db: Db, workspaceId: number, { from, to }: { from: Date; to: Date }, limit: number) =>
  usable(db, workspaceId)
    .select(['id as linkId', sql<Date>`expires_at`.as('expiresAt')])
    .where('expires_at', '>=', from)
    .where('expires_at', '<', to)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Lists links with a `maxClicks` that visitors have used since the given time. Links with the fewest clicks left come
 * first.
 */
export const listLimited = (db: Db, workspaceId: number, since: Date, limit: number) =>
  usable(db, workspaceId)
    .select(['id', 'public_id as publicId', 'uses', sql<number>`max_clicks`.as('maxClicks')])
    .where('last_click_at', '>=', since)
    .whereRef('uses', '<', 'max_clicks')
    .orderBy(sql`max_clicks - uses`)
    .orderBy('id')
    .limit(limit)
    .execute();
