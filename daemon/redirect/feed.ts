/** Reading the change feed and the rows it points at. The rows are always read afresh, so order does not matter. */
import { sql } from 'kysely';
import type { Db } from '../../shared/db.ts';
import type { SlugKey } from './changes.ts';
import type { Gap } from './feed-cursor.ts';
import { type RecordRow, recordColumns } from './record.ts';

export type Change = SlugKey & { id: number };

const changeColumns = ['id', 'domain_id as domainId', 'slug'] as const;

/** The next changes after `id`, oldest first. */
export const listChangesAfter = (db: Db, id: number, limit: number): Promise<Change[]> =>
  db.selectFrom('link_changes').select(changeColumns).where('id', '>', id).orderBy('id').limit(limit).execute();

/** The changes that now stand in some gaps. */
export async function listChangesIn(db: Db, gaps: readonly Gap[], limit: number): Promise<Change[]> {
  const singles = gaps.filter(({ from, to }) => from === to).map(({ from }) => from);
  const ranges = gaps.filter(({ from, to }) => from !== to);
  return db
    .selectFrom('link_changes')
    .select(changeColumns)
    .where((e) =>
      e.or([
        ...(singles.length > 0 ? [e('id', 'in', singles)] : []),
        ...ranges.map(({ from, to }) => e.between('id', from, to)),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The position to start reading from, for a reader that loads every row afterwards: before every change whose
 * transaction could still be open, by the server's own clock.
 */
export async function findStart(db: Db, gapSeconds: number): Promise<number> {
  const { start } = await db
    .selectFrom('link_changes')
    .select((e) => e.fn.max('id').as('start'))
    .where('changed_at', '<', sql<Date>`UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(gapSeconds)} SECOND`)
    .executeTakeFirstOrThrow();
  return Number(start ?? 0);
}

/** The link rows of some keys; a key without a row is a link that is not there. */
export const listRowsByKeys = (db: Db, keys: SlugKey[]): Promise<RecordRow[]> =>
  db
    .selectFrom('links')
    .select(recordColumns)
    .where((e) =>
      e(
        e.refTuple('domain_id', 'slug'),
        'in',
        keys.map(({ domainId, slug }) => e.tuple(domainId, slug)),
      ),
    )
    .execute();

/** A page of all link rows in id order. */
export const listRowsAfter = (db: Db, id: number, limit: number): Promise<RecordRow[]> =>
  db.selectFrom('links').select(recordColumns).where('id', '>', id).orderBy('id').limit(limit).execute();
