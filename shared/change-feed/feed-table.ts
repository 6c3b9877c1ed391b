/**
 * A change feed in MySQL: a table of changes with an auto-increment `id`, `changed_at` DATETIME(3) with an index of its own,
 * and columns that say what changed. Its rows by id, where a reader may begin, and what is too old.
 */
// biome-ignore-all lint/plugin: change feeds are read by hand.
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Gap } from './cursor.ts';

/** Any database of Kysely's, whatever its tables. */
export type FeedDb = QueryExecutorProvider;

/**
 * Which change stands at a place: its id and its time, ms since 1970. A database set back to an earlier state gives ids
 * out again, but never with the same time.
 */
export type Mark = { id: number; at: number };

/** A change and its place in the feed. */
export type FeedEntry<Change> = Mark & { change: Change };

type Place = { id: number; changed_at: Date };

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

  /** The change at `id`, if it is there, and those after it, oldest first. */
  async listFrom(db: FeedDb, id: number, limit: number): Promise<FeedEntry<Change>[]> {
    return this.#entries(db, sql`id >= ${id}`, limit);
  }

  /** The changes that now stand in some gaps. */
  async listIn(db: FeedDb, gaps: readonly Gap[], limit: number): Promise<FeedEntry<Change>[]> {
    const singles = gaps.filter(({ from, to }) => from === to).map(({ from }) => from);
    const ranges = gaps.filter(({ from, to }) => from !== to);
    const conditions = [
      ...(singles.length > 0 ? [sql`id IN (${sql.join(singles)})`] : []),
      ...ranges.map(({ from, to }) => sql`id BETWEEN ${from} AND ${to}`),
    ];
    return this.#entries(db, sql`(${sql.join(conditions, sql` OR `)})`, limit);
  }

  /** What now stands at some ids. */
  async listMarks(db: FeedDb, ids: number[]): Promise<Mark[]> {
    const { rows } = await sql<Place>`
      SELECT id, changed_at FROM ${this.table} WHERE id IN (${sql.join(ids)})`.execute(db);
    return rows.map(toMark);
  }

  /**
   * The position to start reading from, for a reader that loads every row afterwards: before every change whose
   * transaction could still be open, by the server's own clock.
   */
  async findStart(db: FeedDb, gapSeconds: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${this.table} WHERE changed_at < UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(gapSeconds)} SECOND
      ORDER BY changed_at DESC, id DESC LIMIT 1`.execute(db);
    return rows[0]?.id ?? 0;
  }

  /** The ids of the first and the last change; undefined when there is none. */
  async findEnds(db: FeedDb): Promise<{ first: number; last: number } | undefined> {
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      SELECT MIN(id) AS ${sql.ref('first')}, MAX(id) AS ${sql.ref('last')} FROM ${this.table}`.execute(db);
    const { first = null, last = null } = rows[0] ?? {};
    return first === null ? undefined : { first: Number(first), last: Number(last) };
  }

  /** Whether the feed still has every change after `id`: it was neither pruned past it nor set back before it. */
  async holdsAfter(db: FeedDb, id: number): Promise<boolean> {
    const ends = await this.findEnds(db);
    return ends ? ends.first <= id + 1 && ends.last >= id : id === 0;
  }

  /** Removes changes older than `hours`, a bounded number a call, but never the newest. Returns how many went. */
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
