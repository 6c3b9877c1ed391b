/**
 * The undo of import rows: it deletes contacts that they created and restores contacts that they changed. Contacts
 * that were changed afterwards stay as they are.
 */
import type { Change, Undone } from '../../../../shared/import/target.ts';
import type { Caller } from '../../../host/core/route.ts';
import { deleteContacts } from '../contacts/delete-contacts.ts';
import { lockContacts } from '../contacts/lock-contacts.ts';
import { loadTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave, ContactState } from '../contacts/state.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import type { StoredValue } from '../fields/core/values.ts';
import { lockEditableFields, lockStoredValues } from '../fields/value-queries.ts';
import { withOwnEntry } from '../timeline/recorder.ts';
import { type PreviousState, versionOf } from './contact-version.ts';
import { withLast } from './finish-in-transaction.ts';

type Last = (trx: Trx, undone: Undone[]) => Promise<void>;

/** Undoes changes. `last` runs at the end of the transaction. */
export async function undoContacts(context: Context, by: Caller, changes: Change[], last: Last): Promise<void> {
  let undone: Undone[] = [];
  const quiet = { ...context, recorders: withOwnEntry(context.recorders) };
  const ending = withLast(quiet, (trx) => last(trx, undone));
  await changeContacts(ending, by, async (trx, emit) => {
    undone = await undoIn(trx, changes, emit);
  });
}

async function undoIn(trx: Trx, changes: Change[], emit: Emit): Promise<Undone[]> {
  const states = new Map(
    (
      await lockContacts(
        trx,
        changes.map(({ objectId }) => Number(objectId)),
      )
    ).map((state) => [state.row.id, state]),
  );
  const values = await valuesOf(trx, [...states.keys()]);
  const isAsLeft = (state: ContactState, { version }: Change) =>
    versionOf(state.row, state.terms, values.get(state.row.id) ?? new Map()) === version;
  const deleted: ContactState[] = [];
  const restored: { state: ContactState; previous: PreviousState }[] = [];
  const undone = changes.map((change): Undone => {
    const state = states.get(Number(change.objectId));
    if (!state) {
      return change.previous === null ? 'deleted' : { why: 'The contact was deleted after the import.', cells: {} };
    }
    if (!isAsLeft(state, change)) {
      return { why: 'The contact was changed after the import.', cells: { email: state.row.email } };
    }
    if (change.previous === null) deleted.push(state);
    else restored.push({ state, previous: JSON.parse(change.previous) as PreviousState });
    return change.previous === null ? 'deleted' : 'restored';
  });
  await deleteContacts(trx, deleted, emit);
  await restore(trx, restored, emit);
  return undone;
}

async function valuesOf(trx: Trx, ids: number[]): Promise<Map<number, Map<number, StoredValue>>> {
  const byContact = new Map(ids.map((id) => [id, new Map<number, StoredValue>()]));
  if (ids.length === 0) return byContact;
  for (const { contact_id, field_id, ...value } of await lockStoredValues(trx, ids)) {
    byContact.get(contact_id)?.set(field_id, value);
  }
  return byContact;
}

/** Restores contacts, without tags, lists and fields that were deleted in the meantime. */
async function restore(
  trx: Trx,
  restored: { state: ContactState; previous: PreviousState }[],
  emit: Emit,
): Promise<void> {
  if (restored.length === 0) return;
  const current = new Set(restored.flatMap(({ state }) => [...state.terms]));
  const terms = await loadTerms(
    trx,
    restored.flatMap(({ previous }) => previous.terms),
    current,
  );
  const fieldIds = [...new Set(restored.flatMap(({ previous }) => previous.values.map(({ field_id }) => field_id)))];
  const fields = new Set((await lockEditableFields(trx, fieldIds)).map(({ id }) => id));
  const saves = restored.map(
    ({ state, previous }): ContactSave => ({
      before: state,
      after: {
        row: { ...state.row, ...previous.columns },
        terms: new Set(previous.terms.filter((id) => terms.has(id))),
      },
      values: previous.values
        .filter(({ field_id }) => fields.has(field_id))
        .map(({ date_value, ...value }) => ({
          ...value,
          date_value: date_value === null ? null : new Date(date_value),
        })),
    }),
  );
  await saveContacts(trx, saves, terms, { emit, now: presentSecond() });
}
