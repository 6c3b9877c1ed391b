/**
 * The removal of a deleted tag or list from its contacts. Each transaction removes one part, so that contacts are not
 * locked for long.
 */
import type { Caller } from '../../../host/core/route.ts';
import { lockContacts } from '../contacts/lock-contacts.ts';
import { saveContacts } from '../contacts/save.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts } from '../core/events.ts';
import { listMemberIds } from './core/membership-queries.ts';
import { deleteTermDeletion, lockTermDeletion } from './deletion-queries.ts';

const partSize = 500;

/**
 * Removes a deleted term from one part of its contacts. Without `termId`, it takes a deletion that no other process
 * is working on. Resolves to false if there was none. The term cannot be added to contacts after its row is deleted,
 * because adding it locks the row.
 */
export const removeMembers = (context: Context, by?: Caller, termId?: number): Promise<boolean> =>
  changeContacts(context, by, async (trx, emit) => {
    const term = await lockTermDeletion(trx, termId);
    if (!term) return false;
    const contactIds = await listMemberIds(trx, term.id, partSize);
    const states = await lockContacts(trx, contactIds);
    const saves = states.map((before) => {
      const terms = new Set([...before.terms].filter((id) => id !== term.id));
      return { before, after: { row: before.row, terms }, values: [] };
    });
    await saveContacts(trx, saves, new Map([[term.id, term]]), { emit, now: presentSecond() });
    if (contactIds.length < partSize) await deleteTermDeletion(trx, term.id);
    return true;
  });
