/** Bans in MySQL. Only `bans.ts` writes them. */

import { type Selectable, sql } from 'kysely';
import { changesRows } from '../../../shared/db/results.ts';
import { findUser } from '../../../shared/people/user-queries.ts';
import type { LinkBanTable, Trx } from '../../core/tables.ts';
import { destinationColumns } from '../../links/core/fields.ts';

export type BanRow = Selectable<LinkBanTable>;
export type NewBan = Omit<BanRow, 'reason' | 'field' | 'detail' | 'words'> & Partial<BanRow>;
export type LockedLink = Awaited<ReturnType<typeof lockLinks>>[number];

const lockedColumns = [
  'id',
  'public_id',
  'workspace_id',
  'domain_id',
  'slug',
  'banned',
  ...destinationColumns,
] as const;

/** Locks links until the transaction ends. */
export const lockLinks = (trx: Trx, ids: number[]) =>
  trx.selectFrom('links').select(lockedColumns).where('id', 'in', ids).orderBy('id').forUpdate().execute();

/** Locks a link of any workspace until the transaction ends. */
export const lockLinkByPublicId = (trx: Trx, publicId: string): Promise<LockedLink | undefined> =>
  trx.selectFrom('links').select(lockedColumns).where('public_id', '=', publicId).forUpdate().executeTakeFirst();

export const updateBanned = (trx: Trx, ids: number[], banned: boolean) =>
  trx.updateTable('links').set({ banned }).where('id', 'in', ids).execute();

export const findBan = (trx: Trx, linkId: number): Promise<BanRow | undefined> =>
  trx.selectFrom('link_bans').selectAll().where('link_id', '=', linkId).executeTakeFirst();

export const deleteBans = (trx: Trx, linkIds: number[]) =>
  trx.deleteFrom('link_bans').where('link_id', 'in', linkIds).execute();

/** Replaces the bans or pardons of links. */
export async function replaceBans(trx: Trx, bans: NewBan[]): Promise<void> {
  await deleteBans(
    trx,
    bans.map((ban) => ban.link_id),
  );
  await trx.insertInto('link_bans').values(bans).execute();
}

/** Decides the appeals against a link's ban. Resolves to whether any were open. */
export const decideAppeals = (
  trx: Trx,
  linkId: number,
  status: 'banned' | 'cleared',
  { answer, now }: { answer: string | null; now: Date },
): Promise<boolean> =>
  changesRows(
    trx
      .updateTable('safety_reviews')
      .set({ status, answer, decided_at: now })
      .where('link_id', '=', linkId)
      .where('status', '=', 'open')
      .where('source', '=', 'owner'),
  );

/** Lists links whose destinations an operator accepted, with the fingerprints of these destinations. */
export async function listPardoned(trx: Trx, ids: number[]): Promise<Map<number, Buffer>> {
  const rows = await trx
    .selectFrom('link_bans')
    .select(['link_id', 'fingerprint'])
    .where('link_id', 'in', ids)
    .where('source', '=', 'pardon')
    .execute();
  return new Map(rows.flatMap((row) => (row.fingerprint ? [[row.link_id, row.fingerprint] as const] : [])));
}

/** Finds the email address of a workspace's owner. */
export async function findOwnerEmail(trx: Trx, workspaceId: number): Promise<string | undefined> {
  const owner = await trx
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('is_owner', '=', true)
    .select('user_id as userId')
    .executeTakeFirst();
  return owner && (await findUser(trx, owner.userId))?.email;
}

/** Finds the host of a custom domain. Returns `undefined` for the default domain. */
export async function findHostname(trx: Trx, domainId: number): Promise<string | undefined> {
  if (domainId === 0) return undefined;
  const row = await trx.selectFrom('domains').select('hostname').where('id', '=', domainId).executeTakeFirst();
  return row?.hostname;
}

export type Offences = { workspaceId: number; more: number; oldest: Date; flagAfter: number; now: Date };

/** Adds to a workspace's offences since `oldest`. Resolves to its public id if it is now flagged. */
export async function addOffences(trx: Trx, { workspaceId, more, oldest, flagAfter, now }: Offences) {
  await trx
    .insertInto('workspace_offences')
    .values({ workspace_id: workspaceId, bans: more, since: now })
    .onDuplicateKeyUpdate({
      bans: sql`IF(since < ${oldest}, 0, bans) + ${more}`,
      since: sql`IF(since < ${oldest}, ${now}, since)`,
    })
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('workspace_offences')
    .set({ flagged_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('flagged_at', 'is', null)
    .where('bans', '>=', flagAfter)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  const workspace = trx.selectFrom('workspaces').select('public_id').where('id', '=', workspaceId);
  return (await workspace.executeTakeFirstOrThrow()).public_id;
}
