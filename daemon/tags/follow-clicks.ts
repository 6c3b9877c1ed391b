/**
 * Lists of a tag's links are sorted by totals that the tag's rows repeat of the links, so that a click does not wait for
 * them: they follow here, from notes that the transactions leave which store clicks. Doing it twice is harmless; two at a
 * time could leave an older total behind.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { copyTotals, deleteClickNotes, listClickNotes } from './click-copy-queries.ts';

/** Each names some ten thousand links at most. */
const notesAtOnce = 20;
const linksAtOnce = 1_000;

/** Copies the totals of links clicked since. Resolves to whether there may be more. */
export async function followClicks(db: Db, signal: AbortSignal): Promise<boolean> {
  const notes = await listClickNotes(db, notesAtOnce);
  if (notes.length === 0) return false;
  const linkIds = [...new Set(notes.flatMap((note) => note.linkIds))].sort((a, b) => a - b);
  for (let from = 0; from < linkIds.length; from += linksAtOnce) {
    signal.throwIfAborted();
    await inTransaction(db, (trx) => copyTotals(trx, linkIds.slice(from, from + linksAtOnce)));
  }
  await deleteClickNotes(
    db,
    notes.map(({ id }) => id),
  );
  return notes.length === notesAtOnce;
}
