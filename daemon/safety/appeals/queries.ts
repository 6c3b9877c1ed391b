/** Bans' reasons and owners' appeals, in MySQL. */

import { createHash } from 'node:crypto';
import { changesRows } from '../../../shared/db/results.ts';
import type { Db, Trx } from '../../core/tables.ts';

/** Finds the ban of a workspace's link. Returns `undefined` if it is not banned. */
export const findBanOf = (db: Db, workspaceId: number, linkId: number) =>
  db
    .selectFrom('links')
    .innerJoin('link_bans', (join) =>
      join.onRef('link_bans.link_id', '=', 'links.id').on('link_bans.source', '<>', 'pardon'),
    )
    .where('links.workspace_id', '=', workspaceId)
    .where('links.id', '=', linkId)
    .where('links.banned', '=', true)
    .select([
      'link_bans.source',
      'link_bans.reason',
      'link_bans.field',
      'link_bans.words',
      'link_bans.banned_at as bannedAt',
    ])
    .executeTakeFirst();

export type BanOfLink = NonNullable<Awaited<ReturnType<typeof findBanOf>>>;

/** Returns the unique key of a ban's appeal. The key limits appeals to one per ban. */
const subjectOf = (linkId: number, bannedAt: Date) =>
  createHash('sha256')
    .update(JSON.stringify([linkId, 'owner', 'appeal', bannedAt.getTime()]))
    .digest()
    .subarray(0, 16);

export const findAppeal = (db: Db, linkId: number, bannedAt: Date) =>
  db
    .selectFrom('safety_reviews')
    .where('subject', '=', subjectOf(linkId, bannedAt))
    .select(['status', 'detail as message', 'answer', 'created_at as sentAt', 'decided_at as decidedAt'])
    .executeTakeFirst();

export type AppealRow = NonNullable<Awaited<ReturnType<typeof findAppeal>>>;

type Appeal = { linkId: number; workspaceId: number; bannedAt: Date; message: string };

/** Inserts an appeal. Returns `false` if this ban was already appealed. */
export const insertAppeal = (
  trx: Trx,
  { linkId, workspaceId, bannedAt, message }: Appeal,
  now: Date,
): Promise<boolean> =>
  changesRows(
    trx
      .insertInto('safety_reviews')
      .ignore()
      .values({
        link_id: linkId,
        workspace_id: workspaceId,
        source: 'owner',
        reason: 'appeal',
        detail: message,
        subject: subjectOf(linkId, bannedAt),
        urgency: 1,
        created_at: now,
        updated_at: now,
      }),
  );
