/** Parts of an import in the responses of both services. */
import { type ImportStore, listRows } from './queries.ts';
import type { ImportRow, ReasonedFate } from './tables.ts';
import { tallyOf } from './tallies.ts';

export const fromJson = <T>(text: string | null, none: T): T => (text === null ? none : JSON.parse(text));

/** Lists notes about data that was not imported, each with its number of rows. */
export const notesOf = (row: ImportRow) => tallyOf(row, 'note');

const fates: ReasonedFate[] = ['failed', 'skipped', 'changed', 'kept'];

/** Lists reasons why rows were not imported, changed an existing item or were kept by an undo, each with its row count. */
export const reasonsOf = (row: ImportRow) =>
  fates.flatMap((fate) => tallyOf(row, fate).map((reason) => ({ fate, ...reason })));

/** Lists the first rows with a fate, or with one of its reasons. */
export async function firstRows(
  store: ImportStore,
  { id }: ImportRow,
  fate: ReasonedFate,
  { limit, why }: { limit: number; why?: string },
) {
  const rows = await listRows(store, id, [fate], { after: 0, limit, why });
  return rows.map(({ number, cells, why: reason }) => ({
    ...{ number, columns: JSON.parse(cells) as Record<string, unknown>, reason },
  }));
}

export const undoOf = ({ undo_status, undo_deleted: deleted, undo_restored: restored, undo_kept: kept }: ImportRow) =>
  undo_status === null ? null : { status: undo_status, deleted, restored, kept };
