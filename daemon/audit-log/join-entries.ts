/**
 * One entry for one action that takes several requests. Each request writes its own entry with its change. After that,
 * the entries with the same action id become one.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { listEntriesWith, lockEntries } from '../../shared/people/audit-join-queries.ts';
import { deleteEntries, updateEntry } from '../../shared/people/audit-queries.ts';
import type { Context } from '../api/context.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { joined, mostObjects, type Stored, toColumns } from './many-objects.ts';

/** Age after which an entry is complete. */
const openMs = 15 * 60_000;

/** Returns the details that mark an entry as part of an action. */
export const partOf = (id: string | undefined) => (id === undefined ? undefined : { actionId: id });

/** Joins the entries of a caller's action. If that fails, they stay separate. */
export async function joinEntries(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { workspaceId, actor }: Pick<Auth, 'workspaceId' | 'actor'>,
  action: AuditEntry['action'],
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const from = new Date(Date.now() - openMs);
  try {
    const ids = await listEntriesWith(db, { workspaceId, actor, action, fact: { actionId: id }, from });
    if (ids.length > 1) await inTransaction(db, (trx) => joinIn(trx, ids));
  } catch (err) {
    log.warn({ err }, 'the audit entries of an action could not be joined');
  }
}

async function joinIn(trx: Trx, ids: number[]): Promise<void> {
  let last: (Stored & { id: number }) | undefined;
  const left: number[] = [];
  const changed = new Map<number, ReturnType<typeof toColumns>>();
  for (const entry of await lockEntries(trx, ids)) {
    const both = last && joined(last, entry);
    if (!last || !both || both.ids.length > mostObjects) {
      last = entry;
      continue;
    }
    left.push(entry.id);
    if (both.ids.length === 1) continue;
    const columns = toColumns(both);
    changed.set(last.id, columns);
    last = { id: last.id, objectId: columns.object_id, details: columns.details };
  }
  for (const [id, columns] of changed) await updateEntry(trx, id, columns);
  if (left.length > 0) await deleteEntries(trx, left);
}
