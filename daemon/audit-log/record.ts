/**
 * Entries in the audit log: who did what to which object. They are written in the change's transaction, so that a
 * change and its entry always exist together.
 */
import { type AuditEntry, toAuditRow } from '../../shared/people/audit-entry.ts';
import { findEntryForUpdate, insertEntries, insertEntry, updateEntry } from '../../shared/people/audit-queries.ts';
import type { Trx } from '../core/tables.ts';

const rowsAtOnce = 500;

export async function recordAudit(trx: Trx, entries: AuditEntry[], now: Date): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    await insertEntries(
      trx,
      entries.slice(from, from + rowsAtOnce).map((entry) => toAuditRow(entry, now)),
    );
  }
}

/** The object of an entry about many objects. The objects' ids are in the entry's details. */
const manyObjects = '*';

/** Returns one entry for an action on one or many objects; none if there are no objects. */
export function manyEntries(entry: Omit<AuditEntry, 'objectId' | 'details'>, ids: string[]): AuditEntry[] {
  const [objectId = manyObjects] = ids;
  if (ids.length < 2) return ids.length === 0 ? [] : [{ ...entry, objectId }];
  return [{ ...entry, objectId: manyObjects, details: { count: ids.length, ids } }];
}

/** Writes the entry of a change in the transaction of the change. */
export type RecordChange = (trx: Trx, entry: AuditEntry, now: Date) => Promise<void>;

/**
 * Returns a function that records the changes of one request in one entry, each in its own transaction. The second
 * change must not start before the first one is committed.
 */
export function oneEntry(): RecordChange {
  let entryId: number | undefined;
  return async (trx, entry, now) => {
    const existing = entryId === undefined ? undefined : await findEntryForUpdate(trx, entryId);
    if (entryId === undefined || !existing) {
      // The transaction of an earlier attempt was rolled back, or this is the first change.
      entryId = await insertEntry(trx, toAuditRow(entry, now));
      return;
    }
    const { ids: earlier = [existing.objectId], ...details } = JSON.parse(existing.details ?? '{}');
    const ids = [...new Set([...(earlier as string[]), entry.objectId])];
    if (ids.length === 1) return;
    await updateEntry(trx, entryId, {
      object_id: manyObjects,
      details: JSON.stringify({ ...details, count: ids.length, ids }),
    });
  };
}
