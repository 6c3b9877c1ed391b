/**
 * The deletion of a deleted workspace's data, in small batches. It can be stopped or killed at any time, and the next
 * call continues. For a day, data that arrives late, such as clicks, is deleted too. Then the workspace's row is
 * deleted.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { deleteImport } from '../../shared/import/queries.ts';
import { deleteClicks } from '../clicks/retain-clicks.ts';
import { dayOf } from '../clicks/time.ts';
import { linkImportNames } from '../core/import-names.ts';
import type { Db } from '../core/tables.ts';
import { deleteSomeLinks } from './delete-workspace.ts';
import {
  deleteSome,
  deleteWorkspaceRow,
  findDeletedWorkspace,
  lastRows,
  leftovers,
  listImportIds,
  postponeClearing,
} from './queries.ts';

const keptMs = 86_400_000;
const repeatMs = 10 * 60_000;
const rowsAtOnce = 2_000;

export type DeletionParts = {
  db: Db;
  /** Cancels purchases made during the deletion of the workspace. */
  endBilling: (workspaceId: number) => Promise<void>;
  stopping: AbortSignal;
};

export async function deleteRest({ db, endBilling, stopping }: DeletionParts, id: number, now: Date): Promise<void> {
  const workspace = await findDeletedWorkspace(db, id);
  if (!workspace) return;
  while ((await deleteSomeLinks(db, id, now)) > 0) if (stopping.aborted) return;
  await deleteClicks(db, id, dayOf(now.getTime()) + 2, stopping);
  await deleteImports(db, id, stopping);
  for (const table of leftovers) await deleteAll(db, table, id, stopping);
  await endBilling(id);
  if (now.getTime() - workspace.deletedAt.getTime() > keptMs && (await deleteRow(db, id, stopping))) return;
  await postponeClearing(db, id, new Date(now.getTime() + repeatMs));
}

/** Deletes imports. The worker deletes their files later. */
async function deleteImports(db: Db, id: number, stopping: AbortSignal): Promise<void> {
  for (const importId of await listImportIds(db, id)) {
    stopping.throwIfAborted();
    await deleteImport({ db, names: linkImportNames }, importId);
  }
}

async function deleteRow(db: Db, id: number, stopping: AbortSignal): Promise<boolean> {
  for (const table of lastRows) await deleteAll(db, table, id, stopping);
  return inTransaction(db, (trx) => deleteWorkspaceRow(trx, id));
}

async function deleteAll(db: Db, table: Parameters<typeof deleteSome>[1], id: number, stopping: AbortSignal) {
  while (Number((await deleteSome(db, table, id, rowsAtOnce))?.numDeletedRows ?? 0) > 0) stopping.throwIfAborted();
}
