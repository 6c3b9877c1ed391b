/**
 * Updates of the copies of links' click totals, by which the list of a tag's links is sorted. Transactions that store
 * clicks only leave notes, so that they need not wait for the copies. A repeated run is harmless, but two runs at the
 * same time could leave an old total.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { copyTotals, deleteClickNotes, listClickNotes } from './click-copy-queries.ts';

/** Maximum number of notes per batch. A note lists at most about 10,000 links. */
const notesAtOnce = 20;
const linksAtOnce = 1_000;

/** Copies the totals of noted links. Resolves to true if there can be more notes. */
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
