/**
 * A change feed in MySQL: a table of changes with an auto-increment `id`, an indexed `changed_at` DATETIME(3), and
 * columns that describe the change. This file reads rows by id, finds the start for a reader, and deletes old rows.
 */
// biome-ignore-all lint/plugin: the table differs by feed.
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Range } from './cursor.ts';

/** Any Kysely database. */
export type FeedDb = QueryExecutorProvider;

/**
 * Identifies a change by its id and its time (Unix ms). A database restored to an earlier state reuses ids, but never
 * with the same time.
 */
export type Mark = { id: number; at: number };

/** A change and its position in the feed. */
export type FeedEntry<Change> = Mark & { change: Change };

type Place = { id: number; changed_at: Date };

/** The part of a feed that a reader uses. */
export type Feed<Change> = Pick<
  FeedTable<never, Change>,
  'listFrom' | 'listIn' | 'countIn' | 'listMarks' | 'findEnds' | 'holdsAfter'
>;

/** Formats a mark like `lastMark`. */
export const textOfMark = ({ id, at }: Mark): string => `${id}@${at}`;

const toMark = ({ id, changed_at }: Place): Mark => ({ id, at: changed_at.getTime() });

export class FeedTable<Row, Change> {
  readonly #name: string;
  readonly #columns: (keyof Row & string)[];
  readonly #toChange: (row: Row) => Change;

  constructor(name: string, columns: (keyof Row & string)[], toChange: (row: Row) => Change) {
    this.#name = name;
    this.#columns = columns;
    this.#toChange = toChange;
  }

  /** Lists the change at `id`, if present, and later changes, oldest first. */
  async listFrom(db: FeedDb, id: number, limit: number): Promise<FeedEntry<Change>[]> {
    return this.#entries(db, sql`id >= ${id}`, limit);
  }

  /** Lists the changes in the given ranges, oldest first. */
  async listIn(db: FeedDb, ranges: readonly Range[], limit: number): Promise<FeedEntry<Change>[]> {
    const singles = ranges.filter(({ from, to }) => from === to).map(({ from }) => from);
    const wide = ranges.filter(({ from, to }) => from !== to);
    const conditions = [
      ...(singles.length > 0 ? [sql`id IN (${sql.join(singles)})`] : []),
      ...wide.map(({ from, to }) => sql`id BETWEEN ${from} AND ${to}`),
    ];
    return this.#entries(db, sql`(${sql.join(conditions, sql` OR `)})`, limit);
  }

  /** Counts the changes in each of the given ranges, keyed by the range's index. */
  async countIn(db: FeedDb, ranges: readonly Range[]): Promise<Map<number, number>> {
    const counts = ranges.map(
      ({ from, to }, at) => sql`
        SELECT ${sql.lit(at)} AS ${sql.ref('at')}, COUNT(*) AS present
        FROM ${this.table} WHERE id BETWEEN ${from} AND ${to}`,
    );
    const { rows } = await sql<{ at: number; present: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(db);
    return new Map(rows.map(({ at, present }) => [at, present]));
  }

  /** Lists the marks of the changes with the given ids. */
  async listMarks(db: FeedDb, ids: number[]): Promise<Mark[]> {
    const { rows } = await sql<Place>`
      SELECT id, changed_at FROM ${this.table} WHERE id IN (${sql.join(ids)})`.execute(db);
    return rows.map(toMark);
  }

  /**
   * Finds the start position for a reader that then loads every row: before every change whose transaction could still be
   * open, by the server's clock.
   */
  async findStart(db: FeedDb, gapSeconds: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${this.table} WHERE changed_at < UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(gapSeconds)} SECOND
      ORDER BY changed_at DESC, id DESC LIMIT 1`.execute(db);
    return rows[0]?.id ?? 0;
  }

  /** Finds the ids of the first and last change; `undefined` if there are no changes. */
  async findEnds(db: FeedDb): Promise<{ first: number; last: number } | undefined> {
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      SELECT MIN(id) AS ${sql.ref('first')}, MAX(id) AS ${sql.ref('last')} FROM ${this.table}`.execute(db);
    const { first = null, last = null } = rows[0] ?? {};
    return first === null ? undefined : { first: Number(first), last: Number(last) };
  }

  /** An SQL expression for the last change's mark as text; NULL if there is none. */
  get lastMark() {
    return sql<string | null>`
      SELECT CONCAT(id, '@', ROUND(1000 * UNIX_TIMESTAMP(changed_at))) FROM ${this.table} ORDER BY id DESC LIMIT 1`;
  }

  /** Returns whether the feed has every change after `id`: it was neither pruned past `id` nor restored to before it. */
  async holdsAfter(db: FeedDb, id: number): Promise<boolean> {
    const ends = await this.findEnds(db);
    return ends ? ends.first <= id + 1 && ends.last >= id : id === 0;
  }

  /** Deletes changes older than `hours` in batches, but never the newest. Returns the number deleted. */
  async prune(db: FeedDb, hours: number, limit: number): Promise<number> {
    const newest = (await this.findEnds(db))?.last ?? 0;
    const { numAffectedRows } = await sql`
      DELETE FROM ${this.table}
      WHERE changed_at < UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(hours)} HOUR AND id < ${newest}
      LIMIT ${limit}`.execute(db);
    return Number(numAffectedRows ?? 0);
  }

  get table() {
    return sql.table(this.#name);
  }

  async #entries(db: FeedDb, condition: ReturnType<typeof sql>, limit: number): Promise<FeedEntry<Change>[]> {
    const columns = sql.join(['id', 'changed_at', ...this.#columns].map((name) => sql.ref(name)));
    const { rows } = await sql<Place & Row>`
      SELECT ${columns} FROM ${this.table} WHERE ${condition} ORDER BY id LIMIT ${limit}`.execute(db);
    return rows.map((row) => ({ ...toMark(row), change: this.#toChange(row) }));
  }
}
