/**
 * Lists of a tag's links are sorted by totals that the tag's rows repeat of the links, so that a click does not wait for
 * them: they follow here, from notes that the transactions leave which store clicks. Doing it twice is harmless; two at a
 * time could leave an older total behind.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import {
  copyTitles,
  copyTotals,
  deleteClickNotes,
  listClickNotes,
  listMistitled,
  listTaggedLinks,
} from './click-copy-queries.ts';
import { lockHolders } from './queries.ts';

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

/** Compares all rows of tags with their links: processes of the former release write some without what is repeated. */
export async function levelTags(db: Db, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const linkIds = await listTaggedLinks(db, after, linksAtOnce);
    if (linkIds.length === 0) return;
    await inTransaction(db, (trx) => copyTotals(trx, linkIds));
    const mistitled = await listMistitled(db, linkIds);
    if (mistitled.length > 0) await inTransaction(db, (trx) => retitle(trx, mistitled));
    after = linkIds.at(-1) as number;
  }
}

/** Whoever changes the title of a link holds its row. */
async function retitle(trx: Trx, linkIds: number[]): Promise<void> {
  await lockHolders(trx, linkIds);
  await copyTitles(trx, linkIds);
}
