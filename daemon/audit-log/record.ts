/**
 * Entries in the audit log: who did what to which object. They are written in the change's transaction, so that a
 * change and its entry always exist together.
 */
import { manyObjects } from '../../shared/limits-of-fields.ts';
import { type AuditEntry, toAuditRow } from '../../shared/people/audit-entry.ts';
import { findEntryForUpdate, insertEntries, insertEntry, updateEntry } from '../../shared/people/audit-queries.ts';
import type { Trx } from '../core/tables.ts';
import { joined, toColumns } from './many-objects.ts';

const rowsAtOnce = 500;

export async function recordAudit(trx: Trx, entries: AuditEntry[], now: Date): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    await insertEntries(
      trx,
      entries.slice(from, from + rowsAtOnce).map((entry) => toAuditRow(entry, now)),
    );
  }
}

/** Returns one entry for an action on one or many objects; none if there are no objects. */
export function manyEntries({ details, ...entry }: Omit<AuditEntry, 'objectId'>, ids: string[]): AuditEntry[] {
  const [objectId = manyObjects] = ids;
  if (ids.length < 2) return ids.length === 0 ? [] : [{ ...entry, objectId, ...(details && { details }) }];
  return [{ ...entry, objectId: manyObjects, details: { ...details, count: ids.length, ids } }];
}

/** Writes the entry of a change in the transaction of the change. */
export type RecordChange = (trx: Trx, entry: AuditEntry, now: Date) => Promise<void>;

/**
 * Returns a function that records the changes of one request in one entry, each in its own transaction. The second
 * change must not start before the first one is committed.
 */
export function oneEntry(more: AuditEntry['details']): RecordChange {
  let entryId: number | undefined;
  return async (trx, { details, ...entry }, now) => {
    const row = toAuditRow({ ...entry, details: { ...details, ...more } }, now);
    const existing = entryId === undefined ? undefined : await findEntryForUpdate(trx, entryId);
    if (entryId === undefined || !existing) {
      // This is the first change, or the entry was rolled back, or another request joined it to its own.
      entryId = await insertEntry(trx, row);
      return;
    }
    const both = joined(existing, { objectId: entry.objectId, details: row.details });
    if (both.ids.length > 1) await updateEntry(trx, entryId, toColumns(both));
  };
}
