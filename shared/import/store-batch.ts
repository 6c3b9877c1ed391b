/**
 * Stores a batch's outcome, in the transaction that writes its items. The import's row is locked and its position
 * compared, so that only one of two runners stores the same rows.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { insertRows } from '../db/insert-rows.ts';
import type { Row } from './format.ts';
import { bytesOf, type ImportQuota } from './quota.ts';
import { type ImportDb, type ImportNames, type ImportRow, type ImportTrx, known, type ReasonedFate } from './tables.ts';
import { addTallies, longestReason, type TallyText } from './tallies.ts';
import type { Earlier, Kept, Outcome, Undone } from './target.ts';

/** An error that stops this runner: the import was paused or ended, or another runner has continued it. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** A row and its outcome. */
export type Settled = {
  row: Pick<Row, 'number' | 'columns'>;
  outcome: Outcome;
  notes: readonly string[];
  /** Digests of the keys that the row takes, in a dry run. */
  takes?: string[];
};

const cut = (why: string) => why.slice(0, longestReason);

/** Returns a short hash of a key. */
export const digest = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 32);

/** Stores a batch. `from`: the number of rows before it. @throws Overtaken */
export async function storeBatch(
  trx: ImportTrx,
  names: ImportNames,
  { id, quota }: Pick<ImportRow, 'id'> & { quota: ImportQuota },
  { from, settled }: { from: number; settled: Settled[] },
): Promise<void> {
  const { imports, rows, changes } = known(names);
  const row = await trx
    .selectFrom(imports)
    .select(['status', 'position', 'created', 'changed', 'skipped', 'failed', 'needed', 'tallies', 'kept_bytes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'running' || row.position !== from) throw new Overtaken('the import was taken over or has ended');
  const count = (fate: Outcome['fate']) => settled.filter(({ outcome }) => outcome.fate === fate).length;
  const report = reportOf(id, settled, row, quota);
  await trx
    .updateTable(imports)
    .set({
      position: settled.at(-1)?.row.number ?? from,
      created: row.created + count('created'),
      changed: row.changed + count('changed'),
      skipped: row.skipped + count('skipped'),
      failed: row.failed + count('failed'),
      needed: row.needed + settled.filter(({ outcome }) => outcome.isNew).length,
      tallies: addTallies(row.tallies, [...settled.flatMap(tallyTextsOf), ...report.notes]),
      kept_bytes: report.keptBytes,
    })
    .where('id', '=', id)
    .execute();
  if (report.rows.length > 0)
    await insertRows(trx, rows, ['import_id', 'row_no', 'fate', 'cells', 'why'], { rows: report.rows });
  const retaken = settled.flatMap(({ outcome, takes = [] }) => (outcome.remembered === undefined ? [] : takes));
  if (retaken.length > 0)
    await trx.deleteFrom(changes).where('import_id', '=', id).where('object_id', 'in', retaken).execute();
  const made = settled.flatMap((each) => changesOf(id, each));
  if (made.length > 0)
    await insertRows(trx, changes, ['import_id', 'row_no', 'object_id', 'previous', 'version'], { rows: made });
}

const notListed = 'The report of this import is full: this row and its reason are not in it.';

/** Returns the rows for the report. Failed rows have a separate limit. */
function reportOf(
  id: number,
  settled: Settled[],
  before: Pick<ImportRow, Exclude<Outcome['fate'], 'created'> | 'kept_bytes'>,
  quota: ImportQuota,
) {
  const left = {
    failed: quota.failures - before.failed,
    others: quota.failures - before.skipped - before.changed,
  };
  const rows: ReturnType<typeof rowOf>[] = [];
  const notes: TallyText[] = [];
  let keptBytes = before.kept_bytes;
  for (const { row, outcome } of settled) {
    const { fate, why } = outcome;
    if (fate === 'created' || why === undefined) continue;
    const report = rowOf(id, row.number, fate, { cells: row.columns, why });
    const bytes = Buffer.byteLength(report.cells);
    if (left[fate === 'failed' ? 'failed' : 'others']-- > 0 && keptBytes + bytes <= bytesOf(quota)) {
      rows.push(report);
      keptBytes += bytes;
    } else notes.push({ kind: 'note', text: notListed });
  }
  return { rows, notes, keptBytes };
}

function changesOf(id: number, { row, outcome: { change, remembered }, takes = [] }: Settled) {
  const of = { import_id: id, row_no: row.number };
  const taken = takes.map((key) => ({ ...of, object_id: key, previous: remembered ?? null, version: '' }));
  if (!change) return taken;
  return [...taken, { ...of, object_id: change.objectId, previous: change.previous, version: change.version }];
}

const rowOf = (
  import_id: number,
  row_no: number,
  fate: ReasonedFate,
  { cells, why }: { cells: object; why: string },
) => ({
  ...{ import_id, row_no, fate, cells: JSON.stringify(cells), why: cut(why) },
});

const tallyTextsOf = ({ outcome: { fate, why, host }, notes }: Settled): TallyText[] => [
  ...[...new Set(notes)].map((text): TallyText => ({ kind: 'note', text })),
  ...(fate === 'created' || why === undefined ? [] : [{ kind: fate, text: cut(why) }]),
  ...(host === undefined ? [] : [{ kind: 'host' as const, text: host }]),
];

/** Finds the digests that earlier rows of a dry run take, with their states. */
export async function listTaken(
  db: ImportDb,
  names: ImportNames,
  id: number,
  digests: string[],
): Promise<Map<string, Earlier>> {
  if (digests.length === 0) return new Map();
  const found = await db
    .selectFrom(known(names).changes)
    .select(['object_id', 'previous'])
    .where('import_id', '=', id)
    .where('object_id', 'in', digests)
    .execute();
  return new Map(found.map(({ object_id, previous }) => [object_id, { remembered: previous }]));
}

/** Stores an undone batch, and deletes its changes. @throws Overtaken */
export async function storeUndone(
  trx: ImportTrx,
  names: ImportNames,
  id: number,
  { done, undone }: { done: { row: number; objectId: string }[]; undone: Undone[] },
): Promise<void> {
  const { imports, rows, changes } = known(names);
  const row = await trx.selectFrom(imports).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row?.undo_status !== 'running') throw new Overtaken('the undo was taken over or has ended');
  const { numDeletedRows } = await trx
    .deleteFrom(changes)
    .where('import_id', '=', id)
    .where((e) =>
      e(
        e.refTuple('row_no', 'object_id'),
        'in',
        done.map((each) => e.tuple(each.row, each.objectId)),
      ),
    )
    .executeTakeFirstOrThrow();
  if (Number(numDeletedRows) !== done.length) throw new Overtaken('another process undoes the import');
  const count = (what: Undone) => undone.filter((each) => each === what).length;
  const kept = undone.flatMap((each, place) =>
    typeof each === 'string' ? [] : [{ ...each, row: done[place]?.row ?? 0 }],
  );
  await storeKept(trx, rows, id, kept);
  await trx
    .updateTable(imports)
    .set({
      undo_deleted: row.undo_deleted + count('deleted'),
      undo_restored: row.undo_restored + count('restored'),
      undo_kept: row.undo_kept + kept.length,
      tallies: addTallies(
        row.tallies,
        kept.map(({ why }) => ({ kind: 'kept', text: cut(why) })),
      ),
    })
    .where('id', '=', id)
    .execute();
}

/** Replaces a row's note about its change with the reason why an undo keeps it. */
async function storeKept(
  trx: ImportTrx,
  rows: 'import_rows',
  id: number,
  kept: (Kept & { row: number })[],
): Promise<void> {
  if (kept.length === 0) return;
  const given = (column: string) => sql<never>`VALUES(${sql.ref(column)})`;
  await trx
    .insertInto(rows)
    .values(kept.map(({ row, cells, why }) => rowOf(id, row, 'kept', { cells, why })))
    .onDuplicateKeyUpdate({ fate: given('fate'), cells: given('cells'), why: given('why') })
    .execute();
}
