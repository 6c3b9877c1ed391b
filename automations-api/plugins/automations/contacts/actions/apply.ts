/** Bulk actions on contacts: rows, counts and events, as if each contact was changed separately. */
import { leastPoints, mostPoints } from '../../core/contact-columns.ts';
import { presentSecond } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Emit } from '../../core/events.ts';
import type { Trx } from '../../core/tables.ts';
import { deleteContacts } from '../delete-contacts.ts';
import { lockContacts } from '../lock-contacts.ts';
import { loadKnown, loadTerms, pickTerms, resolveContactInput } from '../resolve.ts';
import { saveContacts } from '../save.ts';
import type { ContactSave, ContactState, TermMap } from '../state.ts';
import { type ContactAction, termsOf } from './schema.ts';

/**
 * Applies an action to up to 500 contacts, and skips deleted ones. Returns how many contacts still exist.
 * @throws unprocessable_entity
 */
export async function applyIn(trx: Trx, contactIds: number[], action: ContactAction, emit: Emit): Promise<number> {
  const states = await lockContacts(trx, contactIds);
  if (action.action === 'delete') await deleteContacts(trx, states, emit);
  else {
    const { saves, terms } = await resolveAction(trx, states, action);
    await saveContacts(trx, saves, terms, { emit, now: presentSecond() });
  }
  return states.length;
}

/** Adds points, within the range that a row can store. */
function withPoints(before: ContactState, points: number): ContactSave {
  const sum = Math.min(mostPoints, Math.max(leastPoints, before.row.points + points));
  return { before, after: { row: { ...before.row, points: sum }, terms: before.terms }, values: [] };
}

type Resolved = { saves: ContactSave[]; terms: TermMap };
type Change = Exclude<ContactAction, { action: 'delete' }>;

async function resolveAction(trx: Trx, states: ContactState[], action: Change): Promise<Resolved> {
  if ('points' in action) return { saves: states.map((before) => withPoints(before, action.points)), terms: new Map() };
  if ('status' in action || 'field' in action) {
    const input = { columns: {}, ...inputOf(action) };
    const known = await loadKnown(trx, [input], states);
    const now = presentSecond();
    const resolved = states.map((before) => resolveContactInput(input, before, known, now));
    const [{ faults } = { faults: [] }] = resolved;
    if (faults.length > 0) throw unprocessable(faults.join(' '));
    return { saves: resolved.map(({ save }) => save), terms: known.terms };
  }
  const { ids, type } = termsOf(action);
  const terms = await loadTerms(trx, ids, new Set());
  const picked = new Set(pickTerms(ids, type, terms));
  const adds = action.action.startsWith('add');
  const after = ({ terms }: ContactState) =>
    adds ? new Set([...terms, ...picked]) : new Set([...terms].filter((id) => !picked.has(id)));
  return {
    saves: states.map((before) => ({ before, after: { row: before.row, terms: after(before) }, values: [] })),
    terms,
  };
}

const inputOf = (action: Extract<Change, { action: 'set_status' | 'set_field' }>) =>
  'status' in action ? { status: action.status, keepsOptOut: !action.resubscribe } : { fields: action.field };
