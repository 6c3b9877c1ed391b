/** Pages of a contact's timeline or of all timelines. Entries about notes show the current text. */
import { showCaller } from '../core/callers.ts';
import { sqlDate } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import { findNoteTexts } from './core/note-queries.ts';
import { listLatest, listTimeline, type TimelineRow } from './core/queries.ts';

type Data = { note?: { ID: number } } & Record<string, unknown>;

export const findTimeline = async (
  db: Db,
  contactId: number,
  events: string[],
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
) => showEntries(db, await listTimeline(db, contactId, events, { beforeId, limit }));

/** Finds the latest entries of all contacts, with their contacts. */
export async function findLatest(db: Db, beforeId: number | undefined, limit: number) {
  const entries = await showEntries(db, await listLatest(db, beforeId, limit));
  return entries.map(({ id, row: { contact_id, email, f_name, l_name }, shown }) => ({
    id,
    shown: { ...shown, contact: { id: String(contact_id), email, f_name, l_name } },
  }));
}

async function showEntries<Row extends TimelineRow>(db: Db, rows: Row[]) {
  const entries = rows.map((row) => ({ row, data: JSON.parse(row.data) as Data }));
  const texts = await findNoteTexts(
    db,
    entries.flatMap(({ row, data }) => (isNote(row) && data.note ? [data.note.ID] : [])),
  );
  return entries.map(({ row, data }) => ({
    id: row.id,
    row,
    shown: {
      at: sqlDate(row.at),
      event: row.event,
      by: showCaller(row),
      data: isNote(row) && data.note ? { note: { ...data.note, note: texts.get(data.note.ID) ?? null } } : data,
    },
  }));
}

const isNote = ({ event }: TimelineRow) => event.startsWith('note.');
