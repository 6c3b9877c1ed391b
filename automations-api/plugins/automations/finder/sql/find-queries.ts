/** Queries for contacts by filter: ids, counts and pages. `c` is the contact. */
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

/** Maximum number of ids per statement. MariaDB turns a list of 1,000 or more into a table, and scans all contacts. */
const idsPerList = 900;

/** Lists the ids of matching contacts, unordered. */
export async function listIds(db: Db, filter: Filter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT c.id FROM ${meeting(filter)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists which of a few ids match. */
export const listIdsAmong = async (db: Db, filter: Filter, ids: number[]): Promise<number[]> =>
  ids.length === 0 ? [] : listIds(db, [{ sql: sql`c.id IN (${sql.join(ids)})` }, ...oneByOne(filter)]);

export async function countContacts(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${meeting(filter)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Lists the positions of a page. Walks the index of the sort, unless an email address or ids select few contacts. */
export async function listPositions(db: Db, filter: Filter, sort: Sort, slice: Slice): Promise<Position[]> {
  const indexes = sql.raw([sortIndexes[sort.field], 'contacts_email', 'PRIMARY'].join());
  return selectPositions(db, sql`FORCE INDEX (${indexes})`, slice.isOfWalk ? oneByOne(filter) : filter, {
    sort,
    slice,
  });
}

/** Lists the positions of a page among a limited number of ids. */
export async function sortIds(db: Db, ids: number[], sort: Sort, slice: Slice): Promise<Position[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerList) }, (_, n) =>
    ids.slice(n * idsPerList, (n + 1) * idsPerList),
  );
  // Numbers are inlined, since each parameter would take a microsecond.
  const isOne = sql.join(
    parts.map((part) => sql`c.id IN (${sql.raw(part.join())})`),
    sql` OR `,
  );
  return selectPositions(db, sql`FORCE INDEX (PRIMARY)`, [{ sql: sql`(${isOne})` }], { sort, slice });
}

/** Lists the rows at these positions, in order. Leaves out contacts that were deleted in the meantime. */
export async function listRows(db: Db, positions: readonly Position[]): Promise<ContactRow[]> {
  if (positions.length === 0) return [];
  const ids = positions.map(({ id }) => id);
  const found = await db.selectFrom('automations_contacts').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Selects only positions, so that skipped contacts are read only from the index. */
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

/**
 * Builds the conditions for positions after `after`. The first limits the part of the index that is read; the second
 * handles equal values.
 */
function behind(column: Condition, descending: boolean, after: Position | undefined): Criterion[] {
  if (!after) return [];
  const [past, pastOrAt] = descending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  return [
    { sql: sql`${column} ${pastOrAt} ${after.value}` },
    { sql: sql`(${column} ${past} ${after.value} OR c.id ${past} ${after.id})` },
  ];
}

/** Returns the filter without joins, for few contacts that are looked up one by one. */
const oneByOne = (filter: Filter): Filter => filter.map(({ sql: condition }) => ({ sql: condition }));

/**
 * Builds FROM and WHERE for matching contacts `c`. Joins the first criterion that can list contacts. The other
 * criteria check each contact.
 */
function meeting(filter: Filter, index: Condition = sql``): Condition {
  const listed = filter.find(({ contactIds }) => contactIds);
  const join = listed ? sql`STRAIGHT_JOIN (${listed.contactIds}) listed ON listed.contact_id = c.id` : sql``;
  const conditions = filter.filter((one) => one !== listed).map((one) => one.sql);
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  return sql`${contacts} c ${index} ${join} ${where}`;
}
