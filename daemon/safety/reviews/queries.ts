/** What a person has to decide, in MySQL: doubtful findings and visitors' reports, one row a finding and destination. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../shared/db.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { operator } from '../../identity/actor.ts';
import type { LinkSettings } from '../../links/link.ts';
import { setBanned } from '../bans.ts';
import { destinationColumns } from '../destinations.ts';

export type Doubt = {
  linkId: number;
  workspaceId: number;
  source: 'scanner' | 'visitor';
  reason: string;
  field: string | null;
  detail: string | null;
  /** Of the destinations in doubt: other ones are another matter. */
  fingerprint: Buffer;
};

/** Asks for a decision; the same doubt again only counts, also when it was dismissed. */
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

/** What several visitors wrote, as far as there is room. */
const addDetail = (detail: string | null) => sql<string | null>`LEFT(CONCAT_WS('\n', detail, ${detail}), 1000)`;

/** The link a visitor means. */
export const findReportedLink = (db: Db, domainId: number, slug: string) =>
  db
    .selectFrom('links')
    .select(['id', 'workspace_id', ...destinationColumns])
    .where('domain_id', '=', domainId)
    .where('slug', '=', slug)
    .executeTakeFirst();

/** What waits for a decision, most often reported first. */
export const listOpenReviews = (db: Db, limit: number) =>
  db
    .selectFrom('safety_reviews as r')
    .innerJoin('links', 'links.id', 'r.link_id')
    .innerJoin('workspaces', 'workspaces.id', 'r.workspace_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .where('r.status', '=', 'open')
    .select([
      'r.id',
      'links.public_id as linkId',
      'workspaces.public_id as workspaceId',
      'domains.hostname',
      'links.slug',
      'links.url',
      'links.banned',
      'r.source',
      'r.reason',
      'r.field',
      'r.detail',
      'r.times',
      'r.created_at as createdAt',
    ])
    .orderBy('r.times', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .execute();

/**
 * Decides: confirming bans the link as the operator's own act and settles whatever else is open about it. Undefined when
 * there is no such open review.
 */
export const decideReview = (
  db: Db,
  config: LinkSettings,
  id: number,
  decision: 'confirmed' | 'dismissed',
  now: Date,
) =>
  inTransaction(db, async (trx) => {
    const review = await trx
      .selectFrom('safety_reviews as r')
      .innerJoin('links', 'links.id', 'r.link_id')
      .select(['r.link_id as linkId', 'r.workspace_id as workspaceId', 'links.public_id as publicId', 'r.reason'])
      .where('r.id', '=', id)
      .where('r.status', '=', 'open')
      .executeTakeFirst();
    if (!review) return undefined;
    const { linkId, workspaceId, publicId, reason } = review;
    await trx
      .updateTable('safety_reviews')
      .set({ status: decision, decided_at: now })
      .where('status', '=', 'open')
      .where(decision === 'confirmed' ? 'link_id' : 'id', '=', decision === 'confirmed' ? linkId : id)
      .execute();
    const entry = { workspaceId, actor: operator, objectId: publicId, details: { reason } };
    const action = decision === 'confirmed' ? 'safety.confirm' : 'safety.dismiss';
    await recordAudit(trx, [{ ...entry, action }], now);
    if (decision === 'confirmed') await setBanned(trx, config, publicId, true, operator, now);
    return publicId;
  });

export const listFlagged = (db: Db) =>
  db
    .selectFrom('workspace_offences as o')
    .innerJoin('workspaces', 'workspaces.id', 'o.workspace_id')
    .where('o.flagged_at', 'is not', null)
    .select(['workspaces.public_id as id', 'workspaces.name', 'o.bans', 'o.since', 'o.flagged_at as flaggedAt'])
    .orderBy('o.flagged_at', 'desc')
    .execute();

/** Forgets a workspace's offences. */
export const forgetOffences = (db: Db, workspaceId: number, publicId: string, now: Date) =>
  inTransaction(db, async (trx) => {
    await trx.deleteFrom('workspace_offences').where('workspace_id', '=', workspaceId).execute();
    await recordAudit(trx, [{ workspaceId, actor: operator, action: 'workspace.unflag', objectId: publicId }], now);
  });
