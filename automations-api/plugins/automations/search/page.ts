/** Finds the contacts of one page: their ids through the index the start names, then their rows. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import type { ContactRow } from '../contacts/queries.ts';
import type { Db } from '../core/tables.ts';
import { impliedDays, ownConditions, termConditions, where, within } from './conditions.ts';
import type { Position } from './cursor.ts';
import { isInOrder, type PageStart } from './page-start.ts';
import { type Filter, type Sort, type SortField, sortColumns } from './schema.ts';
import { type Condition, contacts, contactTerms, hasTerm } from './sql-parts.ts';

export type Slice = { limit: number; offset: number; after?: Position | undefined };

const sortIndexes: Record<SortField, string> = {
  creation_date: 'contacts_created',
  last_modified: 'contacts_modified',
  f_name: 'contacts_first_name',
  l_name: 'contacts_last_name',
  email: 'contacts_email_order',
};
const startIndexes: Record<Exclude<PageStart, 'sort' | 'tags' | 'lists'>, string> = {
  email: 'contacts_email',
  status: 'contacts_status',
  created: 'contacts_created',
  modified: 'contacts_modified',
};

/** MariaDB turns a list of a thousand values and more into a table, and then walks all contacts beside it. */
const idsAList = 900;

/**
 * `next` is where a full page ended, as the index said it: the row read after may have moved, and may be gone, so that a
 * page that is full can have fewer rows.
 */
export type Page = { rows: ContactRow[]; next?: Position | undefined };

/** The rows in order. */
export async function findPage(db: Db, filter: Filter, sort: Sort, slice: Slice, start: PageStart): Promise<Page> {
  const { rows } = await pageQuery(filter, sort, slice, start).execute(db);
  return readPage(db, rows, slice.limit);
}

/** Of the contacts with these ids, which are not too many to be looked up one by one. */
export async function sortPage(db: Db, ids: number[], sort: Sort, slice: Slice): Promise<Page> {
  const column = sql`c.${sql.ref(sortColumns[sort.field])}`;
  const parts = Array.from({ length: Math.ceil(ids.length / idsAList) }, (_, n) =>
    ids.slice(n * idsAList, (n + 1) * idsAList),
  );
  // Numbers of our own: as parameters each would cost a microsecond more.
  const isOne = sql.join(
    parts.map((part) => sql`c.id IN (${sql.raw(part.join())})`),
    sql` OR `,
  );
  const conditions = [sql`(${isOne})`, ...behind(column, sql`c.id`, sort, slice.after)];
  const { rows } = await sql<Position>`
    SELECT c.id, ${column} AS value FROM ${contacts} c FORCE INDEX (PRIMARY) ${where(conditions)}
    ${inOrder(column, sql`c.id`, sort, slice)}`.execute(db);
  return readPage(db, rows, slice.limit);
}

/** The rows at these positions. */
export async function readPage(db: Db, positions: Position[], limit: number): Promise<Page> {
  if (positions.length === 0) return { rows: [] };
  const ids = positions.map(({ id }) => id);
  const found = await db.selectFrom('automations_contacts').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  return { rows, next: positions.length === limit ? positions.at(-1) : undefined };
}

const nobodyLeftOut: Filter = { statuses: [], tags: [], lists: [], created: {}, modified: {}, criteria: [] };

/** Everyone in the order of the sort, from a place on. */
export const listPositions = async (db: Db, sort: Sort, limit: number, after?: Position): Promise<Position[]> =>
  (await pageQuery(nobodyLeftOut, sort, { limit, offset: 0, after }, 'sort').execute(db)).rows;

/** Selects positions alone, so that what is passed over is read from the index only. */
function pageQuery(filter: Filter, sort: Sort, slice: Slice, start: PageStart) {
  const { after } = slice;
  const end = (column: Condition, id: Condition) => inOrder(column, id, sort, slice);
  if (start === 'tags' || start === 'lists') return fromTerms(filter, sort, after, start, end);
  const column = sql`c.${sql.ref(sortColumns[sort.field])}`;
  const index = start === 'sort' ? sortIndexes[sort.field] : startIndexes[start];
  const { created, modified } = impliedDays(filter);
  const conditions = [
    ...ownConditions(filter),
    ...(index === 'contacts_modified' ? within(sql`c.last_modified`, modified) : within(sql`c.creation_date`, created)),
    ...termConditions(filter),
    ...behind(column, sql`c.id`, sort, after),
  ];
  const order = end(column, sql`c.id`);
  return sql<Position>`
    SELECT c.id, ${column} AS value FROM ${contacts} c FORCE INDEX (${sql.raw(index)}) ${where(conditions)} ${order}`;
}

function inOrder(column: Condition, id: Condition, { descending }: Sort, { limit, offset }: Slice): Condition {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${column} ${direction}, ${id} ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

/** What starts from the members of `kind`; the other kind is asked of each before its contact is looked up. */
function fromTerms(
  filter: Filter,
  sort: Sort,
  after: Position | undefined,
  kind: 'tags' | 'lists',
  end: (column: Condition, id: Condition) => Condition,
) {
  const ids = filter[kind];
  const others = filter[kind === 'tags' ? 'lists' : 'tags'];
  const members = [
    sql`m.term_id IN (${sql.join(ids)})`,
    ...within(sql`m.creation_date`, filter.created),
    ...within(sql`m.creation_date`, impliedDays(filter).created),
    ...(others.length > 0 ? [hasTerm('m', others)] : []),
  ];
  const rest = ownConditions({ ...filter, created: {} });
  if (isInOrder(kind, filter, sort)) {
    const column = sql`m.creation_date`;
    const position = behind(column, sql`m.contact_id`, sort, after);
    const join = rest.length > 0 ? sql`STRAIGHT_JOIN ${contacts} c ON c.id = m.contact_id` : sql``;
    const conditions = [...members, ...rest, ...position];
    const order = end(column, sql`m.contact_id`);
    return sql<Position>`
      SELECT m.contact_id AS id, ${column} AS value FROM ${contactTerms} m FORCE INDEX (PRIMARY) ${join} ${where(conditions)} ${order}`;
  }
  const column = sql`c.${sql.ref(sortColumns[sort.field])}`;
  const conditions = [...rest, ...behind(column, sql`c.id`, sort, after)];
  return sql<Position>`
    SELECT c.id, ${column} AS value FROM (SELECT DISTINCT m.contact_id FROM ${contactTerms} m ${where(members)}) d
    STRAIGHT_JOIN ${contacts} c ON c.id = d.contact_id ${where(conditions)} ${end(column, sql`c.id`)}`;
}

/** Past a cursor. The first condition alone bounds the index; the second leaves out what shares its value. */
function behind(column: Condition, id: Condition, { descending }: Sort, after: Position | undefined): Condition[] {
  if (!after) return [];
  const [past, pastOrAt] = descending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  return [
    sql`${column} ${pastOrAt} ${after.value}`,
    sql`(${column} ${past} ${after.value} OR ${id} ${past} ${after.id})`,
  ];
}
