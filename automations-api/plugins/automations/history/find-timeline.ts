/** A part of a contact's timeline as it is shown: entries of notes have the text that the note has now. */
import { showCaller } from '../callers.ts';
import { sqlDate } from '../dates.ts';
import { findNoteTexts } from '../notes/queries.ts';
import type { Db } from '../tables.ts';
import { listTimeline, type TimelineRow } from '../timeline/queries.ts';

type Data = { note?: { ID: number } } & Record<string, unknown>;

export async function findTimeline(
  db: Db,
  contactId: number,
  events: string[],
  beforeId: number | undefined,
  limit: number,
) {
  const rows = await listTimeline(db, contactId, events, beforeId, limit);
  const entries = rows.map((row) => ({ row, data: JSON.parse(row.data) as Data }));
  const texts = await findNoteTexts(
    db,
    entries.flatMap(({ row, data }) => (isNote(row) && data.note ? [data.note.ID] : [])),
  );
  return entries.map(({ row, data }) => ({
    id: row.id,
    shown: {
      at: sqlDate(row.at),
      event: row.event,
      by: showCaller(row),
      data: isNote(row) && data.note ? { note: { ...data.note, note: texts.get(data.note.ID) ?? null } } : data,
    },
  }));
}

const isNote = ({ event }: TimelineRow) => event.startsWith('note.');
