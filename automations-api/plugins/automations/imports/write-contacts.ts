/**
 * Writes some rows of an import in one transaction, as `contacts/batch` would, and tells what became of each. What is wrong with one
 * row touches no other.
 */
import { duplicateKey } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import type { Change, Outcome } from '../../../../shared/import/target.ts';
import type { Caller } from '../../../host/core/route.ts';
import { type ContactInput, newAddresses } from '../contacts/contact-input.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { diffContact } from '../contacts/diff.ts';
import { lockContactsByAddress } from '../contacts/lock-contacts.ts';
import { type Known, loadKnown, resolveContactInput } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave, ContactState } from '../contacts/state.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { AddressErased } from '../core/erased-addresses.ts';
import { changeIfAllowed, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { isNoValue, type StoredValue, showFieldValue } from '../fields/core/values.ts';
import { lockStoredValues } from '../fields/value-queries.ts';
import { formerOf, type Values, versionOf } from './contact-version.ts';
import type { ContactItem } from './core/item.ts';
import type { ImportOptions, OnTaken } from './options.ts';
import { forKnown, isHeard, readItem } from './plan-contact.ts';
import { withLast } from './with-last.ts';

export type Writing = ImportOptions & { onTaken: OnTaken; by: Caller };

/** Runs last in the transaction. */
type Last = (trx: Trx, outcomes: Outcome[]) => Promise<void>;

type Read = { input: ContactInput; emailKey: string } | { fault: string };

const tries = 5;
const there = 'A contact with this email exists.';
const same = 'The contact already matches the file.';

/** No two items have the same address. `last` may run again when the transaction does. */
export async function writeContacts(
  context: Context,
  items: readonly ContactItem[],
  writing: Writing,
  last: Last,
): Promise<void> {
  const reads = items.map((item): Read => read(item, writing));
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(context, reads, writing, last);
    } catch (error) {
      if (error instanceof AddressErased) refuse(reads, error);
      else if (duplicateKey(error) !== 'contacts_email' || attempt === tries) throw error;
    }
  }
}

function read(item: ContactItem, options: ImportOptions): Read {
  try {
    const input = readItem(item, options);
    return { input, emailKey: keyOfEmail(input.columns.email as string) };
  } catch (error) {
    return { fault: sentenceOf(error) };
  }
}

/** @throws what is not the row's fault */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { params } = (error.details ?? {}) as { params?: Record<string, string> };
  return params ? Object.values(params).join('; ') : error.message;
}

function refuse(reads: Read[], error: AddressErased): void {
  for (const [place, one] of reads.entries()) {
    if ('emailKey' in one && error.emailKeys.has(one.emailKey)) reads[place] = { fault: error.message };
  }
}

async function writeOnce(context: Context, reads: Read[], writing: Writing, last: Last): Promise<void> {
  let outcomes: Outcome[] = [];
  const ending = withLast(context, (trx) => last(trx, outcomes));
  await changeIfAllowed(ending, writing.by, async (trx, emit) => {
    outcomes = await writeReads(context, trx, reads, writing, emit);
  });
}

async function writeReads(context: Context, trx: Trx, reads: Read[], writing: Writing, emit: Emit): Promise<Outcome[]> {
  const sound = reads.flatMap((one) => ('fault' in one ? [] : [one]));
  if (sound.length === 0) return reads.map((one) => ({ fate: 'failed', why: 'fault' in one ? one.fault : '' }));
  const now = presentSecond();
  const keys = sound.map(({ emailKey }) => emailKey);
  const states = await lockContactsByAddress(trx, keys);
  const stored = await loadStored(trx, [...states.values()]);
  const inputs = sound.map(({ input }) => input);
  const known = await loadKnown(trx, inputs, [...states.values()], now);
  const plans = reads.map((one) => plan(one, { states, stored, known, writing, now }));
  const made = plans.flatMap((one) => ('save' in one ? [one] : []));
  const rows = await saveContacts(
    trx,
    made.map(({ save }) => save),
    known.terms,
    emit,
    now,
  );
  await context.erasedAddresses.refuse(
    trx,
    made.flatMap(({ input, save }) => newAddresses(input, save.before)),
  );
  const next = rows.values();
  return plans.map((one) => ('save' in one ? outcomeOf(one, next.next().value as ContactRow) : one.outcome));
}

/** All values of contacts, by contact and field. */
async function loadStored(trx: Trx, states: ContactState[]): Promise<Map<number, Map<number, StoredValue>>> {
  const byContact = new Map(states.map(({ row }) => [row.id, new Map<number, StoredValue>()]));
  if (states.length === 0) return byContact;
  for (const { contact_id, field_id, ...value } of await lockStoredValues(trx, [...byContact.keys()])) {
    byContact.get(contact_id)?.set(field_id, value);
  }
  return byContact;
}

type Loaded = {
  states: Map<string, ContactState>;
  stored: Map<number, Map<number, StoredValue>>;
  known: Known;
  writing: Writing;
  now: Date;
};
type Plan = { outcome: Outcome } | { input: ContactInput; save: ContactSave; held: Values };

function plan(one: Read, loaded: Loaded): Plan {
  if ('fault' in one) return { outcome: { fate: 'failed', why: one.fault } };
  const { states, stored, known, writing, now } = loaded;
  const before = states.get(one.emailKey);
  if (before && writing.onTaken === 'skip' && !isHeard(one.input)) return { outcome: { fate: 'skipped', why: there } };
  try {
    const input = before ? forKnown(one.input, before, writing) : one.input;
    const held: Values = (before && stored.get(before.row.id)) ?? new Map();
    const { save, faults } = resolveContactInput(input, before, known, now);
    if (faults.length > 0) return { outcome: { fate: 'failed', why: faults.join('; ') } };
    const wanted = adjust(save, before, held, writing.onTaken, known);
    if (before && !diffContact(before, wanted.after, wanted.values.length > 0).changed) {
      return { outcome: { fate: 'skipped', why: writing.onTaken === 'change' ? same : there } };
    }
    return { input, save: wanted, held };
  } catch (error) {
    return { outcome: { fate: 'failed', why: sentenceOf(error) } };
  }
}

/** Tags and lists are added, never taken away; values that are the same, or are not to be written over, are left out. */
function adjust(
  save: ContactSave,
  before: ContactState | undefined,
  held: Values,
  onTaken: OnTaken,
  known: Known,
): ContactSave {
  if (!before) return save;
  const typeOf = (id: number) => known.terms.get(id)?.type;
  const has = new Set([...before.terms].map(typeOf));
  const added = [...save.after.terms].filter((id) => onTaken !== 'fill' || !has.has(typeOf(id)));
  const values = save.values.filter(({ field_id, ...value }) => {
    const there = held.get(field_id);
    if (onTaken === 'fill' && there && !isNoValue(there)) return false;
    return !isSame(there, value);
  });
  return { ...save, after: { ...save.after, terms: new Set([...before.terms, ...added]) }, values };
}

const isSame = (there: StoredValue | undefined, value: StoredValue) =>
  there === undefined ? isNoValue(value) : showFieldValue(1, there) === showFieldValue(1, value);

function outcomeOf({ save, held }: Extract<Plan, { save: ContactSave }>, row: ContactRow): Outcome {
  const { before, after, values } = save;
  const now = new Map([...held, ...values.map(({ field_id, ...value }): [number, StoredValue] => [field_id, value])]);
  const written = values.map(({ field_id }) => field_id);
  const change: Change = {
    objectId: String(row.id),
    former: before ? formerOf(before, held, written) : null,
    version: versionOf(row, after.terms, now),
  };
  return before ? { fate: 'changed', change } : { fate: 'created', change };
}
