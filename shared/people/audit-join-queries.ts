/** Queries that find the entries of one action in the audit log. */
import { sql } from 'kysely';
import type { AuditEntry } from './audit-entry.ts';
import type { Db, Trx } from './tables.ts';

/** Number of a workspace's newest entries that are searched. Only their order is indexed. */
const searchedAtMost = 1_000;

type OneAction = Pick<AuditEntry, 'actor' | 'action'> & {
  workspaceId: number;
  /** A fact in the entries' details. */
  fact: Record<string, unknown>;
  from: Date;
};

/** Lists the ids of an actor's recent entries of an action with a fact, oldest first. */
export async function listEntriesWith(
  db: Db,
  { workspaceId, actor, action, fact, from }: OneAction,
): Promise<number[]> {
  const newest = db
    .selectFrom('audit_entries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(searchedAtMost)
    .as('newest');
  const userId = 'userId' in actor ? actor.userId : null;
  const keyPublicId = 'keyPublicId' in actor ? actor.keyPublicId : null;
  const written = JSON.stringify(fact).slice(1, -1);
  const rows = await db
    .selectFrom(newest)
    .innerJoin('audit_entries as entries', 'entries.id', 'newest.id')
    .select('entries.id')
    .where('entries.action', '=', action)
    .where('entries.actor', '=', actor.type)
    .where('entries.user_id', '<=>', userId)
    .where('entries.key_public_id', '<=>', keyPublicId)
    .where('entries.created_at', '>=', from)
    .where(sql<boolean>`LOCATE(CAST(${written} AS BINARY), CAST(entries.details AS BINARY)) > 0`)
    .orderBy('entries.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks entries, oldest first. */
export const lockEntries = (trx: Trx, ids: number[]) =>
  trx
    .selectFrom('audit_entries')
    .select(['id', 'object_id as objectId', 'details'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
