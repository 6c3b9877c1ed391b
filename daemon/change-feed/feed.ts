/** The change feed in MySQL: its rows by id, where a reader may begin, and what is too old. */
// biome-ignore-all lint/plugin: the change feed is read by hand.
import { sql } from 'kysely';
import type { Db } from '../../shared/db.ts';
import { type Change, toChange } from './changes.ts';
import type { Gap } from './cursor.ts';

/**
 * Which change stands at a place: its id and its time, ms since 1970. A database set back to an earlier state gives ids
 * out again, but never with the same time.
 */
export type Mark = { id: number; at: number };

/** A change and its place in the feed. */
export type FeedEntry = Mark & { change: Change };

const entries = (db: Db) =>
  db.selectFrom('link_changes').select(['id', 'kind', 'domain_id', 'slug', 'subject_id', 'changed_at']);

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];
const toEntry = ({ id, changed_at, ...row }: EntryRow): FeedEntry => ({
  id,
  at: changed_at.getTime(),
  change: toChange(row),
});

/** The change at `id`, if it is there, and those after it, oldest first. */
export async function listChangesFrom(db: Db, id: number, limit: number): Promise<FeedEntry[]> {
  return (await entries(db).where('id', '>=', id).orderBy('id').limit(limit).execute()).map(toEntry);
}

/** What now stands at some ids. */
export async function listMarks(db: Db, ids: number[]): Promise<Mark[]> {
  const rows = await db.selectFrom('link_changes').select(['id', 'changed_at']).where('id', 'in', ids).execute();
  return rows.map(({ id, changed_at }) => ({ id, at: changed_at.getTime() }));
}

/** The changes that now stand in some gaps. */
export async function listChangesIn(db: Db, gaps: readonly Gap[], limit: number): Promise<FeedEntry[]> {
  const singles = gaps.filter(({ from, to }) => from === to).map(({ from }) => from);
  const ranges = gaps.filter(({ from, to }) => from !== to);
  const rows = await entries(db)
    .where((e) =>
      e.or([
        ...(singles.length > 0 ? [e('id', 'in', singles)] : []),
        ...ranges.map(({ from, to }) => e.between('id', from, to)),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/**
 * The position to start reading from, for a reader that loads every row afterwards: before every change whose
 * transaction could still be open, by the server's own clock.
 */
export async function findStart(db: Db, gapSeconds: number): Promise<number> {
  const row = await db
    .selectFrom('link_changes')
    .select('id')
    .where('changed_at', '<', sql<Date>`UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(gapSeconds)} SECOND`)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The id this database was given when it was made. */
export async function getInstallation(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id;
}

/** The ids of the first and the last change; undefined when there is none. */
export async function findEnds(db: Db): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await db
    .selectFrom('link_changes')
    .select((e) => [e.fn.min('id').as('first'), e.fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  return first === null ? undefined : { first: Number(first), last: Number(last) };
}

/** Whether the feed still has every change after `id`: it was neither pruned past it nor set back before it. */
export async function holdsAfter(db: Db, id: number): Promise<boolean> {
  const ends = await findEnds(db);
  return ends ? ends.first <= id + 1 && ends.last >= id : id === 0;
}

/** Removes changes older than `hours`, a bounded number a call, but never the newest. Returns how many went. */
export async function pruneChanges(db: Db, hours: number, limit: number): Promise<number> {
  const { last } = await db
    .selectFrom('link_changes')
    .select((e) => e.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const { numDeletedRows } = await db
    .deleteFrom('link_changes')
    .where('changed_at', '<', sql<Date>`UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(hours)} HOUR`)
    .where('id', '<', Number(last ?? 0))
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
