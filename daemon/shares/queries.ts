/** Shared analytics in MySQL. */
import type { ExpressionBuilder } from 'kysely';
import { changesRows } from '../../shared/db/results.ts';
import type { Db, Tables, Trx } from '../core/tables.ts';

/** The link or the tag whose analytics a share shows. */
export type Subject = { workspaceId: number } & ({ linkId: number } | { tag: string });

const isOf = (subject: Subject) => (e: ExpressionBuilder<Tables, 'shares'>) =>
  e.and([
    e('workspace_id', '=', subject.workspaceId),
    'tag' in subject ? e('tag', '=', Buffer.from(subject.tag)) : e('link_id', '=', subject.linkId),
  ]);

/** Finds a subject's share; `token` is encrypted. */
export const findShare = (db: Db, subject: Subject) =>
  db
    .selectFrom('shares')
    .select(['token', 'show_destination as showDestination', 'created_at as createdAt'])
    .where(isOf(subject))
    .executeTakeFirst();

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findShare>>>;

export type NewShare = ShareRow & { tokenHash: Buffer };

/** Inserts a share, or replaces the subject's existing one. */
export async function putShare(trx: Trx, { workspaceId, ...subject }: Subject, share: NewShare): Promise<void> {
  const { tokenHash, token, showDestination, createdAt } = share;
  const values = { token_hash: tokenHash, token, show_destination: showDestination, created_at: createdAt };
  const columns = 'tag' in subject ? { tag: subject.tag } : { link_id: subject.linkId };
  await trx
    .insertInto('shares')
    .values({ workspace_id: workspaceId, ...columns, ...values })
    .onDuplicateKeyUpdate(values)
    .execute();
}

export const updateShare = (trx: Trx, subject: Subject, showDestination: boolean) =>
  trx.updateTable('shares').set({ show_destination: showDestination }).where(isOf(subject)).execute();

/** Deletes a share. Returns false if the subject was not shared. */
export const deleteShare = (trx: Trx, subject: Subject): Promise<boolean> =>
  changesRows(trx.deleteFrom('shares').where(isOf(subject)));

/**
 * Finds the link or the tag whose analytics a token shows, unless the link is archived or banned, or the workspace
 * suspended or deleted.
 */
export async function findShared(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('shares')
    .innerJoin('workspaces', 'workspaces.id', 'shares.workspace_id')
    .leftJoin('links', 'links.id', 'shares.link_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .where('shares.token_hash', '=', tokenHash)
    .where('workspaces.suspended_at', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .where((e) =>
      e.or([e('shares.tag', 'is not', null), e.and([e('links.archived', '=', false), e('links.banned', '=', false)])]),
    )
    .select((e) => [
      'workspaces.id as workspaceId',
      'workspaces.plan',
      'shares.tag',
      'shares.show_destination as showDestination',
      e.ref('links.id').$notNull().as('linkId'),
      e.ref('links.slug').$notNull().as('slug'),
      e.ref('links.url').$notNull().as('url'),
      'links.title',
      'domains.hostname',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { workspaceId, plan, showDestination, tag, ...link } = row;
  const shared = { workspaceId, plan, showDestination };
  return tag === null ? { ...shared, link } : { ...shared, tag: tag.toString() };
}

export type Shared = NonNullable<Awaited<ReturnType<typeof findShared>>>;
