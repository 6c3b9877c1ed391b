/** Shared analytics in MySQL. */
import { changesRows } from '../../shared/db/results.ts';
import type { Db, Trx } from '../core/tables.ts';

/** Finds a link's share; `token` is encrypted. */
export const findShare = (db: Db, workspaceId: number, linkId: number) =>
  db
    .selectFrom('link_shares')
    .select(['token', 'show_destination as showDestination', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', linkId)
    .executeTakeFirst();

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findShare>>>;

export type NewShare = ShareRow & { workspaceId: number; linkId: number; tokenHash: Buffer };

/** Inserts a share, or replaces the link's existing one. */
export async function putShare(trx: Trx, share: NewShare): Promise<void> {
  const { workspaceId, linkId, tokenHash, token, showDestination, createdAt } = share;
  const values = { token_hash: tokenHash, token, show_destination: showDestination, created_at: createdAt };
  await trx
    .insertInto('link_shares')
    .values({ link_id: linkId, workspace_id: workspaceId, ...values })
    .onDuplicateKeyUpdate(values)
    .execute();
}

export const updateShare = (trx: Trx, workspaceId: number, linkId: number, showDestination: boolean) =>
  trx
    .updateTable('link_shares')
    .set({ show_destination: showDestination })
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', linkId)
    .execute();

/** Deletes a share. Returns false if the link was not shared. */
export const deleteShare = (trx: Trx, workspaceId: number, linkId: number): Promise<boolean> =>
  changesRows(trx.deleteFrom('link_shares').where('workspace_id', '=', workspaceId).where('link_id', '=', linkId));

/**
 * Finds the link whose analytics a token shows, unless the link is archived or banned, or its workspace suspended or
 * deleted.
 */
export const findSharedLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('link_shares')
    .innerJoin('links', 'links.id', 'link_shares.link_id')
    .innerJoin('workspaces', 'workspaces.id', 'links.workspace_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .where('link_shares.token_hash', '=', tokenHash)
    .where('links.archived', '=', false)
    .where('links.banned', '=', false)
    .where('workspaces.suspended_at', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'links.id as linkId',
      'links.workspace_id as workspaceId',
      'links.slug',
      'links.title',
      'links.url',
      'domains.hostname',
      'workspaces.plan',
      'link_shares.show_destination as showDestination',
    ])
    .executeTakeFirst();

export type SharedRow = NonNullable<Awaited<ReturnType<typeof findSharedLink>>>;
