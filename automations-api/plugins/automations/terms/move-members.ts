/**
 * The move of a merged tag's or list's contacts to the kept tag or list, one part per transaction. It starts no rules,
 * because the contacts did nothing.
 */
import { lockContacts } from '../contacts/lock-contacts.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave, ContactState } from '../contacts/state.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { type ContactEvent, changeContacts } from '../core/events.ts';
import { listMemberIds, lockTerms } from './core/membership-queries.ts';
import type { Term } from './core/queries.ts';
import { deleteTermMerge, findTermMerge, lockTermMerge } from './merge-queries.ts';

const partSize = 500;

/**
 * Moves one part of a term's merge, or of any merge that no other process is working on. Resolves to false if there
 * was none.
 */
export async function moveMembers(context: Context, termId?: number): Promise<boolean> {
  const found = await findTermMerge(context.db, termId);
  if (!found) return false;
  return changeContacts(context, found.by, async (trx, emit) => {
    const merge = await lockTermMerge(trx, found.term.id);
    if (!merge) return false;
    const { term, intoId } = merge;
    const contactIds = await listMemberIds(trx, term.id, partSize);
    const states = await lockContacts(trx, contactIds);
    // If the kept term was deleted in the meantime, the contacts only lose the merged term.
    const [into] = await lockTerms(trx, [intoId]);
    const saves = states.map((state) => moved(state, term, into));
    const known = new Map([term, ...(into ? [into] : [])].map((one) => [one.id, one]));
    await saveContacts(trx, saves, known, { emit: (event) => emit(marked(event, term, into)), now: presentSecond() });
    if (contactIds.length < partSize) await deleteTermMerge(trx, term.id);
    return true;
  });
}

function moved(before: ContactState, { id }: Term, into: Term | undefined): ContactSave {
  const terms = new Set([...before.terms].filter((termId) => termId !== id));
  if (into) terms.add(into.id);
  return { before, after: { row: before.row, terms }, values: [] };
}

/** Marks an event as caused by a merge. */
function marked(event: ContactEvent, { id }: Term, into: Term | undefined): ContactEvent {
  if (!into) return event;
  const [kind = '', what] = event.name.split('.');
  const merge = what === 'added' ? { merged_from: id } : { merged_into: into.id };
  return { ...event, data: { ...event.data, [kind]: { ...(event.data[kind] as object), ...merge } } };
}
