/** Contacts of a filter in MySQL: which, how many, and the positions of a page. `c` is the contact. */
import { sql } from 'kysely';
import type { ContactRow } from '../../contacts/core/queries.ts';
import type { Db } from '../../core/tables.ts';
import type { Condition, Criterion, Filter } from '../criteria/criterion.ts';
import { type Position, type Slice, type Sort, type SortField, sortColumns } from './sort.ts';

const contacts = sql.table('automations_contacts');

const sortIndexes: Record<SortField, string> = {
  creation_date: 'contacts_created',
  last_modified: 'contacts_modified',
  f_name: 'contacts_first_name',
  l_name: 'contacts_last_name',
  email: 'contacts_email_order',
};

/** MariaDB turns a list of a thousand values and more into a table, and then walks all contacts beside it. */
const idsAList = 900;

/** The ids of the contacts that meet it, in no order. */
export async function listIds(db: Db, filter: Filter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT c.id FROM ${meeting(filter)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The ids, out of a few, of contacts that meet the filter. */
export const listIdsAmong = async (db: Db, filter: Filter, ids: number[]): Promise<number[]> =>
  ids.length === 0 ? [] : listIds(db, [{ sql: sql`c.id IN (${sql.join(ids)})` }, ...oneByOne(filter)]);

export async function countContacts(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${meeting(filter)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** The positions of a page. Where no address and no ids name few contacts, the index of the sort is walked until it is full. */
export async function listPositions(db: Db, filter: Filter, sort: Sort, slice: Slice): Promise<Position[]> {
  const indexes = sql.raw([sortIndexes[sort.field], 'contacts_email', 'PRIMARY'].join());
  return selectPositions(db, sql`FORCE INDEX (${indexes})`, slice.isOfWalk ? oneByOne(filter) : filter, {
    sort,
    slice,
  });
}

/** Does the same for these ids, which are few enough to look up one by one. */
export async function sortIds(db: Db, ids: number[], sort: Sort, slice: Slice): Promise<Position[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsAList) }, (_, n) =>
    ids.slice(n * idsAList, (n + 1) * idsAList),
  );
  // Numbers of our own: as parameters each would cost a microsecond more.
  const isOne = sql.join(
    parts.map((part) => sql`c.id IN (${sql.raw(part.join())})`),
    sql` OR `,
  );
  return selectPositions(db, sql`FORCE INDEX (PRIMARY)`, [{ sql: sql`(${isOne})` }], { sort, slice });
}

/** The rows at these positions, in their order; a contact that is gone in the meantime has none. */
export async function listRows(db: Db, positions: readonly Position[]): Promise<ContactRow[]> {
  if (positions.length === 0) return [];
  const ids = positions.map(({ id }) => id);
  const found = await db.selectFrom('automations_contacts').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects positions alone, so that what is passed over is read from the index only. */
async function selectPositions(
  db: Db,
  index: Condition,
  filter: Filter,
  { sort: { field, descending }, slice: { limit, offset, after } }: { sort: Sort; slice: Slice },
): Promise<Position[]> {
  const column = sql`c.${sql.ref(sortColumns[field])}`;
  const direction = descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<Position>`
    SELECT c.id, ${column} AS value FROM ${meeting([...filter, ...behind(column, descending, after)], index)}
    ORDER BY ${column} ${direction}, c.id ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** The first condition alone bounds the index; the second leaves out what shares its value. */
function behind(column: Condition, descending: boolean, after: Position | undefined): Criterion[] {
  if (!after) return [];
  const [past, pastOrAt] = descending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  return [
    { sql: sql`${column} ${pastOrAt} ${after.value}` },
    { sql: sql`(${column} ${past} ${after.value} OR c.id ${past} ${after.id})` },
  ];
}

/** The filter for few contacts, each of which is looked up. */
const oneByOne = (filter: Filter): Filter => filter.map(({ sql: condition }) => ({ sql: condition }));

/** Contacts `c` that meet a filter, read by `index`. The first criterion that can is joined; others look up the rest one by one. */
function meeting(filter: Filter, index: Condition = sql``): Condition {
  const listed = filter.find(({ contactIds }) => contactIds);
  const join = listed ? sql`STRAIGHT_JOIN (${listed.contactIds}) listed ON listed.contact_id = c.id` : sql``;
  const conditions = filter.filter((one) => one !== listed).map((one) => one.sql);
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  return sql`${contacts} c ${index} ${join} ${where}`;
}
