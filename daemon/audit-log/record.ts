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
