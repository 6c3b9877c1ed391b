/** The recorder of timeline entries. Deletions are recorded in the audit log instead, without personal data. */
import { type AuditEntry, writeAuditEntries } from '../audit/write.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { dataOf, toTimelineRow } from './core/entry.ts';
import { insertTimelineEntries } from './core/queries.ts';

export const timelineRecorder: EventRecorder = { prepare: async () => record(true), committed() {} };

/** Records no deletions, for a bulk action that has its own entry in the audit log. */
const quietRecorder: EventRecorder = { prepare: async () => record(false), committed() {} };

/** Returns recorders for a bulk action that has its own entry in the audit log. */
export const withOwnEntry = (recorders: EventRecorder[]): EventRecorder[] =>
  recorders.map((recorder) => (recorder === timelineRecorder ? quietRecorder : recorder));

const record = (isAudited: boolean) => async (trx: Trx, events: RecordedEvent[]) => {
  const deleted = events.filter(({ name }) => name === 'contact.deleted');
  const others = events.filter(({ name }) => name !== 'contact.deleted');
  await insertTimelineEntries(trx, others.flatMap(toRow));
  if (isAudited) await writeAuditEntries(trx, deleted.map(toAuditEntry));
};

function toRow(event: RecordedEvent) {
  const data = dataOf(event);
  return data === undefined ? [] : [toTimelineRow({ ...event, event: event.name }, data)];
}

function toAuditEntry({ contactId, by, data: { contact_id: _, ...more } }: RecordedEvent): AuditEntry {
  return { by, action: 'contact.deleted', subject: contactId, data: Object.keys(more).length > 0 ? more : undefined };
}
