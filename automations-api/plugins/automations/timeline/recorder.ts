/** The recorder of timeline entries. Deletions are recorded in the audit log instead, without personal data. */
import { type AuditEntry, writeAuditEntries } from '../audit/write.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { dataOf, toTimelineRow } from './core/entry.ts';
import { insertTimelineEntries } from './core/queries.ts';

export const timelineRecorder: EventRecorder = { prepare: async () => record, committed() {} };

async function record(trx: Trx, events: RecordedEvent[]): Promise<void> {
  const deleted = events.filter(({ name }) => name === 'contact.deleted');
  const others = events.filter(({ name }) => name !== 'contact.deleted');
  await insertTimelineEntries(trx, others.flatMap(toRow));
  await writeAuditEntries(trx, deleted.map(toAuditEntry));
}

function toRow(event: RecordedEvent) {
  const data = dataOf(event);
  return data === undefined ? [] : [toTimelineRow({ ...event, event: event.name }, data)];
}

function toAuditEntry({ contactId, by, data: { contact_id: _, ...more } }: RecordedEvent): AuditEntry {
  return { by, action: 'contact.deleted', subject: contactId, data: Object.keys(more).length > 0 ? more : undefined };
}
