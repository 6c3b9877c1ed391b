/** Merges of two contacts: all data of the other contact moves to the kept one. */
import type { Caller } from '../../../host/core/route.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { deleteContacts } from '../contacts/delete-contacts.ts';
import { lockContacts } from '../contacts/lock-contacts.ts';
import { loadTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave, ContactState, TermMap } from '../contacts/state.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { contactNotFound } from '../core/errors.ts';
import { type ContactEvent, changeContacts, system } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { listFields } from '../fields/core/queries.ts';
import { lockStoredValues } from '../fields/value-queries.ts';
import { sectionsOf } from '../personal-data/sections.ts';
import { toOwnRow } from '../timeline/core/entry.ts';
import { insertTimelineEntries } from '../timeline/core/queries.ts';
import { insertMerged } from './core/queries.ts';
import { mergeRows, mergeValues, readPreferences } from './merged-values.ts';

export type Merge = { keepId: number; otherId: number; prefer: Record<string, unknown> };

/** Merges contacts and returns the kept one's row. @throws contact_not_exists or unprocessable_entity */
export const mergeContacts = (context: Context, by: Caller | undefined, merge: Merge): Promise<ContactRow> =>
  changeContacts(context, by, async (trx, emit) => {
    const { keep, other } = await lockBoth(trx, merge);
    const terms = await loadTerms(trx, other.terms, keep.terms);
    const save = await readSave(trx, keep, other, { terms, given: merge.prefer });
    for (const { move } of await sectionsOf(context)) await move?.(trx, other.row.id, keep.row.id);
    await insertMerged(trx, other.row, keep.row.id);
    // The other contact is deleted first, because the kept contact can get its email address.
    await deleteContacts(trx, [other], emit, keep.row.id);
    const events: ContactEvent[] = [];
    const collect = (event: ContactEvent) => void events.push(event);
    const [row] = (await saveContacts(trx, [save], terms, { emit: collect, now: presentSecond() })) as [ContactRow];
    for (const event of withUpdate(events, row)) {
      emit({ ...event, data: { ...event.data, merged_from: other.row.id } });
    }
    await recordMerge(trx, by, row.id, other.row);
    return row;
  });

async function lockBoth(trx: Trx, { keepId, otherId }: Merge): Promise<{ keep: ContactState; other: ContactState }> {
  const states = await lockContacts(trx, [keepId, otherId]);
  const keep = states.find(({ row }) => row.id === keepId);
  const other = states.find(({ row }) => row.id === otherId);
  if (!keep || !other) throw contactNotFound();
  return { keep, other };
}

async function readSave(
  trx: Trx,
  keep: ContactState,
  other: ContactState,
  { terms, given }: { terms: TermMap; given: Merge['prefer'] },
): Promise<ContactSave> {
  const prefer = readPreferences(given, Object.keys(given).length > 0 ? await listFields(trx) : []);
  const values = await lockStoredValues(trx, [keep.row.id, other.row.id]);
  const of = ({ row }: ContactState) => values.filter(({ contact_id }) => contact_id === row.id);
  // Excludes tags that are being deleted.
  const joined = [...other.terms].filter((id) => terms.has(id));
  return {
    before: keep,
    after: { row: mergeRows(keep.row, other.row, prefer), terms: new Set([...keep.terms, ...joined]) },
    values: mergeValues(of(keep), of(other), prefer),
  };
}

/** Adds an update event for the kept contact even if nothing changed. */
const withUpdate = (events: ContactEvent[], { id, email, status }: ContactRow): ContactEvent[] =>
  events.some(({ name }) => name === 'contact.updated')
    ? events
    : [
        {
          name: 'contact.updated',
          contactId: id,
          data: { contact_id: id, email, status: String(status) },
          changes: { columns: {}, fields: {} },
        },
        ...events,
      ];

/** Records the merged contact's id, email address and phone number on the timeline. */
const recordMerge = (trx: Trx, by: Caller = system, contactId: number, { id, email, contact_no }: ContactRow) =>
  insertTimelineEntries(trx, [
    toOwnRow({ by, contactId, event: 'contact.merged', at: presentSecond() }, { contact_id: id, email, contact_no }),
  ]);
