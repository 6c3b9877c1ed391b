/** Reviews in MySQL: doubtful findings, visitors' reports and appeals, one row per finding and destinations. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { operator } from '../../../shared/people/actor.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { destinationColumns } from '../../links/core/fields.ts';

export type Doubt = {
  linkId: number;
  workspaceId: number;
  source: 'scanner' | 'visitor';
  reason: string;
  field: string | null;
  detail: string | null;
  /** The fingerprint of the doubtful destinations. Other destinations of the same link get a separate review. */
  fingerprint: Buffer;
};

/** Inserts a review. A repeated finding only increases the count, even if an operator has cleared it. */
export const insertReview = (db: Db, doubt: Doubt, now: Date) => {
  const { linkId, workspaceId, source, reason, field, detail, fingerprint } = doubt;
  const subject = createHash('sha256')
    .update(JSON.stringify([linkId, source, reason, field, fingerprint.toString('hex')]))
    .digest()
    .subarray(0, 16);
  return db
    .insertInto('safety_reviews')
    .values({
      link_id: linkId,
      workspace_id: workspaceId,
      source,
      reason,
      field,
      detail: detail?.slice(0, 1_000) ?? null,
      subject,
      created_at: now,
      updated_at: now,
    })
    .onDuplicateKeyUpdate({
      times: sql`times + 1`,
      updated_at: now,
      ...(source === 'visitor' ? { detail: addDetail(detail) } : {}),
    })
    .execute();
};

/** Appends a visitor's text to earlier texts, up to the length of the column. */
const addDetail = (detail: string | null) => sql<string | null>`LEFT(CONCAT_WS('\n', detail, ${detail}), 1000)`;

/** Finds the link that a visitor reports. */
export const findReportedLink = (db: Db, domainId: number, slug: string) =>
  db
    .selectFrom('links')
    .select(['id', 'workspace_id', ...destinationColumns])
    .where('domain_id', '=', domainId)
    .where('slug', '=', slug)
    .executeTakeFirst();

/** A position in the order of open reviews. */
export type ReviewPlace = { urgency: number; times: number; id: number };

const reviewColumns = [
  'r.id',
  'links.public_id as linkId',
  'workspaces.public_id as workspaceId',
  'workspaces.name as workspaceName',
  'domains.hostname',
  'links.slug',
  'links.url',
  'links.banned',
  'links.clicks',
  'links.created_at as linkCreatedAt',
  'r.source',
  'r.reason',
  'r.field',
  'r.detail',
  'r.times',
  'r.urgency',
  'r.status',
  'r.answer',
  'r.created_at as createdAt',
] as const;

const reviewsOfLinks = (db: Db) =>
  db
    .selectFrom('safety_reviews as r')
    .innerJoin('links', 'links.id', 'r.link_id')
    .innerJoin('workspaces', 'workspaces.id', 'r.workspace_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id');

/** Lists open reviews: appeals first, then the most reported links. */
export async function listOpenReviews(db: Db, limit: number, after?: ReviewPlace) {
  const ids = await listOpenIds(db, limit, after);
  if (ids.length === 0) return [];
  const rows = await reviewsOfLinks(db).where('r.id', 'in', ids).select(reviewColumns).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the ids of open reviews from the index in this order. Skips reviews of deleted links. */
async function listOpenIds(db: Db, limit: number, after: ReviewPlace | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM safety_reviews AS r FORCE INDEX (safety_reviews_waiting)
    STRAIGHT_JOIN links ON links.id = r.link_id
    WHERE r.status = 'open' AND ${after ? isAfter(after) : sql`TRUE`}
    ORDER BY r.urgency DESC, r.times DESC, r.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts open reviews, up to `most`. */
export const countOpenReviews = async (db: Db, most: number): Promise<number> =>
  (await listOpenIds(db, most, undefined)).length;

const isAfter = ({ urgency, times, id }: ReviewPlace) =>
  sql<boolean>`(r.urgency < ${urgency} OR (r.urgency = ${urgency} AND (r.times < ${times} OR (r.times = ${times} AND r.id > ${id}))))`;

/** Lists a link's reviews, newest first. */
export const listReviewsOf = (db: Db, linkId: number, limit: number) =>
  reviewsOfLinks(db)
    .where('r.link_id', '=', linkId)
    .select(reviewColumns)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();

export type ReviewRow = Awaited<ReturnType<typeof listOpenReviews>>[number];

export const hasReview = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('safety_reviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Finds a review and locks it until the transaction ends. */
export const findReviewForUpdate = (trx: Trx, id: number) =>
  trx
    .selectFrom('safety_reviews')
    .select(['link_id as linkId', 'workspace_id as workspaceId', 'source', 'reason', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Decides one review, or all open reviews of a link. */
export const settleReviews = (
  trx: Trx,
  which: { id: number } | { linkId: number },
  status: 'banned' | 'cleared',
  { answer, now }: { answer: string | null; now: Date },
) =>
  trx
    .updateTable('safety_reviews')
    .set({ status, answer, decided_at: now })
    .where('status', '=', 'open')
    .where((e) => ('id' in which ? e('id', '=', which.id) : e('link_id', '=', which.linkId)))
    .execute();

export const listFlagged = (db: Db) =>
  db
    .selectFrom('workspace_offences as o')
    .innerJoin('workspaces', 'workspaces.id', 'o.workspace_id')
    .where('o.flagged_at', 'is not', null)
    .select(['workspaces.public_id as id', 'workspaces.name', 'o.bans', 'o.since', 'o.flagged_at as flaggedAt'])
    .orderBy('o.flagged_at', 'desc')
    .execute();

/** Deletes a workspace's offences. */
export async function forgetOffences(trx: Trx, workspaceId: number, publicId: string, now: Date): Promise<void> {
  await trx.deleteFrom('workspace_offences').where('workspace_id', '=', workspaceId).execute();
  await recordAudit(trx, [{ workspaceId, actor: operator, action: 'workspace.unflag', objectId: publicId }], now);
}
