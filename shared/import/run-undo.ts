/** The undo of an import in batches, from the last row. */

import type { Transaction } from 'kysely';
import { withTables } from '../db/with-tables.ts';
import type { Engine } from './engine.ts';
import { recordUndo } from './queries.ts';
import type { Begin } from './run-batches.ts';
import { storeUndone } from './store-batch.ts';
import { type ImportRow, type ImportTables, known } from './tables.ts';
import type { Undone } from './target.ts';

const rowsABatch = 200;

export async function runUndo<Item, Tables extends ImportTables>(
  { store, openTarget, inTurn = (_, batch) => batch() }: Engine<Item, Tables>,
  row: ImportRow,
  signal: AbortSignal,
  begin: Begin,
): Promise<void> {
  const { names } = store;
  await recordUndo(store, row.id, 'running');
  const target = await openTarget(row);
  for (;;) {
    if (signal.aborted) return;
    const last = await listLast(store, row.id);
    if (last.length === 0) break;
    await begin(`undoing row ${last[0]?.row}`);
    const finish = (trx: Transaction<Tables>, undone: Undone[]) =>
      storeUndone(withTables(trx), names, row.id, { done: last, undone });
    await inTurn(row, () => target.undo(last, finish));
  }
  await target.end();
  await recordUndo(store, row.id, 'done');
}

/** Lists the last changes that are not undone yet, each object at most once. */
async function listLast({ db, names }: Engine<never, ImportTables>['store'], id: number) {
  const rows = await db
    .selectFrom(known(names).changes)
    .select(['row_no as row', 'object_id as objectId', 'previous', 'version'])
    .where('import_id', '=', id)
    .orderBy('row_no', 'desc')
    .limit(rowsABatch)
    .execute();
  const seen = new Set<string>();
  const again = rows.findIndex(({ objectId }) => seen.size === seen.add(objectId).size);
  return again < 0 ? rows : rows.slice(0, again);
}
