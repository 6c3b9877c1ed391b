/**
 * Counts of contacts by status: in total, by creation day, and per tag and list. A transaction collects its changes
 * and writes them near its end, so that it locks shared rows briefly. The order of keys prevents deadlocks.
 */
// biome-ignore-all lint/plugin: contact counts use handwritten SQL.
import { sql } from 'kysely';
import { dayOf } from '../core/dates.ts';
import type { Trx } from '../core/tables.ts';

export const Axis = { all: 0, created: 1 } as const;
export type Axis = (typeof Axis)[keyof typeof Axis];
/** The term id that means all contacts. */
export const everyone = 0;

const lanes = 8;
const axes = 2;

/**
 * Returns the numbers of the rows that store an axis. Every change updates the counts of all contacts, so these are
 * split over several rows to avoid waits. A transaction updates a random row; the count is the sum of all rows.
 */
export const lanesOf = (axis: Axis): number[] => Array.from({ length: lanes }, (_, lane) => axis + lane * axes);

type Counted = { status: number; creation_date: Date; terms: Iterable<number> };
type Cell = { term_id: number; axis: number; day: number; status: number; n: number };

export class CountChanges {
  readonly #cells = new Map<string, Cell>();
  readonly #lane = Math.floor(Math.random() * lanes);

  /** Adds (1) or subtracts (-1) a contact. A change subtracts the old state and adds the new one. */
  add({ status, creation_date, terms }: Counted, by: 1 | -1): void {
    for (const term of [everyone, ...terms]) this.#cell(term, Axis.all, 0, status).n += by;
    this.#cell(everyone, Axis.created, dayOf(creation_date), status).n += by;
  }

  async write(trx: Trx): Promise<void> {
    const cells = [...this.#cells.values()].filter(({ n }) => n !== 0).sort(inKeyOrder);
    if (cells.length === 0) return;
    await trx
      .insertInto('automations_contact_counts')
      .values(cells)
      .onDuplicateKeyUpdate({ n: sql`n + VALUES(n)` })
      .execute();
  }

  #cell(term_id: number, unplaced: Axis, day: number, status: number): Cell {
    const axis = term_id === everyone ? unplaced + this.#lane * axes : unplaced;
    const key = `${term_id} ${axis} ${day} ${status}`;
    const cell = this.#cells.get(key) ?? { term_id, axis, day, status, n: 0 };
    this.#cells.set(key, cell);
    return cell;
  }
}

const inKeyOrder = (a: Cell, b: Cell) =>
  a.term_id - b.term_id || a.axis - b.axis || a.day - b.day || a.status - b.status;
