/**
 * Entries in the audit log: who did what to which object. They are written in the change's transaction, so that a
 * change and its entry always exist together.
 */
import { type AuditEntry, toAuditRow } from '../../shared/people/audit-entry.ts';
import { insertEntries } from '../../shared/people/audit-queries.ts';
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

/** The object of an entry about many objects. Their ids are in its details. */
const manyObjects = '*';

/** Returns one entry for an action on one or many objects; none if there are no objects. */
export function manyEntries(entry: Omit<AuditEntry, 'objectId' | 'details'>, ids: string[]): AuditEntry[] {
  const [objectId = manyObjects] = ids;
  if (ids.length < 2) return ids.length === 0 ? [] : [{ ...entry, objectId }];
  return [{ ...entry, objectId: manyObjects, details: { count: ids.length, ids } }];
}
