/** Reading the change feed and the rows it points at. The rows are always read afresh, so order does not matter. */
import { sql } from 'kysely';
import type { Db } from '../../shared/db.ts';
import { type RecordRow, recordColumns, rowChecksum } from '../redirect/map/rows.ts';
import type { SlugKey } from './changes.ts';
import type { Gap } from './cursor.ts';

export type Change = SlugKey & { id: number };

/** An empty slug: the domain itself was added, verified or removed. */
export const isDomainChange = ({ slug }: SlugKey) => slug === '';

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

/** The rows of some ids summed up: how many, and all their checksums xored. */
export const sumRows = (db: Db, fromId: number, toId: number, step: number) =>
  db
    .selectFrom('links')
    .select([
      sql<number>`floor(id / ${sql.lit(step)})`.as('bucket'),
      (e) => e.fn.countAll<number>().as('links'),
      sql<string>`bit_xor(${rowChecksum})`.as('checksum'),
    ])
    .where('id', '>=', fromId)
    .where('id', '<', toId)
    .groupBy('bucket')
    .execute();

export const findLastLinkId = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('links')
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id ?? 0,
  );

/** The custom domains whose links redirect: once verified, a domain whose DNS fails later goes on. */
export const listServingDomains = (db: Db): Promise<{ id: number; hostname: string }[]> =>
  db.selectFrom('domains').select(['id', 'hostname']).where('status', 'in', ['verified', 'misconfigured']).execute();

/** The id this database was given when it was made. */
export async function getInstallation(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id;
}

/** Whether the feed still has every change after `id`: it was neither pruned past it nor set back before it. */
export async function holdsAfter(db: Db, id: number): Promise<boolean> {
  const { first, last } = await db
    .selectFrom('link_changes')
    .select((e) => [e.fn.min('id').as('first'), e.fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  if (first === null) return id === 0;
  return Number(first) <= id + 1 && Number(last) >= id;
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
