/**
 * Clearing away what a deleted workspace leaves, in small parts. It may be stopped or killed at any time and goes on at the
 * next call. What was under way when the workspace ended (clicks, above all) is found by looking again for a day; then
 * the workspace's row goes, with the rest.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { deleteClicks } from '../clicks/retain-clicks.ts';
import { dayOf } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { deleteSomeLinks } from './delete-workspace.ts';
import {
  deleteSome,
  deleteWorkspaceRow,
  findDeletedWorkspace,
  lastRows,
  leftovers,
  postponeClearing,
} from './queries.ts';

const keptMs = 86_400_000;
const againMs = 10 * 60_000;
const rowsAtOnce = 2_000;

export type ClearAway = {
  db: Db;
  /** Ends what was bought while the workspace ended. */
  endBilling: (workspaceId: number) => Promise<void>;
  stopping: AbortSignal;
};

export async function clearAway({ db, endBilling, stopping }: ClearAway, id: number, now: Date): Promise<void> {
  const workspace = await findDeletedWorkspace(db, id);
  if (!workspace) return;
  while ((await deleteSomeLinks(db, id, now)) > 0) if (stopping.aborted) return;
  await deleteClicks(db, id, dayOf(now.getTime()) + 2, stopping);
  for (const table of leftovers) await deleteAll(db, table, id, stopping);
  await endBilling(id);
  if (now.getTime() - workspace.deletedAt.getTime() > keptMs && (await endRow(db, id, stopping))) return;
  await postponeClearing(db, id, new Date(now.getTime() + againMs));
}

async function endRow(db: Db, id: number, stopping: AbortSignal): Promise<boolean> {
  for (const table of lastRows) await deleteAll(db, table, id, stopping);
  return inTransaction(db, (trx) => deleteWorkspaceRow(trx, id));
}

async function deleteAll(db: Db, table: Parameters<typeof deleteSome>[1], id: number, stopping: AbortSignal) {
  while (Number((await deleteSome(db, table, id, rowsAtOnce))?.numDeletedRows ?? 0) > 0) stopping.throwIfAborted();
}
