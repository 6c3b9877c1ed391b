/**
 * The writer of an import's rows, in one transaction like `contacts/batch`. It reports the outcome of each row. A
 * fault affects only its row.
 */
import { duplicateKey } from '../../../../shared/db/db.ts';
import type { Mapping } from '../../../../shared/import/format.ts';
import type { Change, Outcome } from '../../../../shared/import/target.ts';
import type { Caller } from '../../../host/core/route.ts';
import { newAddresses } from '../contacts/contact-input.ts';
import { type ContactRow, findEmailKeys } from '../contacts/core/queries.ts';
import { groupValues } from '../contacts/fill-empty.ts';
import { lockContactsByAddress } from '../contacts/lock-contacts.ts';
import { loadKnown } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactSave } from '../contacts/state.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { AddressErased } from '../core/erased-addresses.ts';
import { changeIfAllowed, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { listFields } from '../fields/core/queries.ts';
import type { StoredValue } from '../fields/core/values.ts';
import { lockStoredValues } from '../fields/value-queries.ts';
import { formsByTarget } from './cells/forms.ts';
import { previousStateOf, type Values, versionOf } from './contact-version.ts';
import { type Remembered, remember, restoreRemembered, toText } from './dry-run-state.ts';
import { withLast } from './finish-in-transaction.ts';
import { createFields, renameFields } from './make-fields.ts';
import { type Decision, decide, type Options, type ReadContact } from './plan-contact.ts';

/**
 * The options for the writes. `remembered` is only set in a dry run: the state of these rows' contacts after earlier
 * rows.
 */
export type Writing = Options & { by: Caller; mapping: Mapping; remembered?: readonly Remembered[] };

/** A function that runs at the end of the transaction. */
type Last = (trx: Trx, outcomes: Outcome[]) => Promise<void>;

const tries = 5;
/** Unique keys for which another transaction can insert the same value first. */
const contested: readonly unknown[] = ['PRIMARY', 'contacts_email', 'fields_name', 'fields_slug'];

/** Writes contacts with distinct email addresses. `last` runs again if the transaction is retried. */
export async function writeContacts(
  context: Context,
  reads: ReadContact[],
  writing: Writing,
  last: Last,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(context, reads, writing, last);
    } catch (error) {
      if (error instanceof AddressErased) refuse(reads, error);
      else if (!contested.includes(duplicateKey(error) ?? '') || attempt === tries) throw error;
    }
  }
}

function refuse(reads: ReadContact[], error: AddressErased): void {
  for (const [place, one] of reads.entries()) {
    if ('emailKey' in one && error.emailKeys.has(one.emailKey)) reads[place] = { fault: error.message };
  }
}

async function writeOnce(context: Context, reads: ReadContact[], writing: Writing, last: Last): Promise<void> {
  let outcomes: Outcome[] = [];
  const ending = withLast(context, (trx) => last(trx, outcomes));
  await changeIfAllowed(ending, writing.by, async (trx, emit) => {
    outcomes = await writeReads(context, trx, reads, { writing, emit });
  });
}

async function writeReads(
  context: Context,
  trx: Trx,
  reads: ReadContact[],
  { writing, emit }: { writing: Writing; emit: Emit },
): Promise<Outcome[]> {
  if (reads.every((one) => 'fault' in one)) return reads.map((one) => ({ fate: 'failed', why: one.fault }));
  const now = presentSecond();
  const { remembered = [] } = writing;
  const inputs = [...reads.flatMap((one) => ('input' in one ? [one.input] : [])), ...remembered];
  const created = await createFields(
    trx,
    inputs.flatMap(({ fields = {} }) => Object.keys(fields)),
  );
  await restoreRemembered(trx, remembered, created, now);
  const { plans, known } = await planAll(trx, reads, writing, { created, now });
  const wanted = plans.flatMap((one) => ('save' in one ? [one] : []));
  const rows = await saveContacts(
    trx,
    wanted.map(({ save }) => save),
    known.terms,
    { emit, now },
  );
  await context.erasedAddresses.refuse(
    trx,
    wanted.flatMap(({ input, save }) => newAddresses(input, save.before)),
  );
  const fields = writing.remembered ? await listFields(trx) : undefined;
  const next = rows.values();
  return plans.map((one) => {
    if (!('save' in one)) return one.outcome;
    const outcome = outcomeOf(one, next.next().value as ContactRow);
    if (!fields) return outcome;
    const remembering = remember(one.save, valuesAfter(one), { terms: known.terms, fields, created });
    return { ...outcome, remembered: toText(remembering) };
  });
}

type Planned = { stored: Values } & Decision;

async function planAll(
  trx: Trx,
  reads: ReadContact[],
  writing: Writing,
  { created, now }: { created: ReadonlyMap<string, string>; now: Date },
) {
  const free = await withFreeIds(trx, reads);
  const ready = free.map((one) => withFields(one, created));
  const sound = ready.flatMap((one) => ('input' in one ? [one] : []));
  const states = await lockContactsByAddress(
    trx,
    sound.map(({ emailKey }) => emailKey),
  );
  const ids = [...states.values()].map(({ row }) => row.id);
  const valuesByContact = groupValues(ids.length > 0 ? await lockStoredValues(trx, ids) : []);
  const inputs = sound.map(({ input }) => input);
  const known = await loadKnown(trx, inputs, [...states.values()], now);
  const forms = formsByTarget(writing.forms ?? {}, writing.mapping);
  const formOfKey = new Map([...forms].map(([target, form]) => [created.get(target) ?? target, form]));
  const formOf = (key: string) => formOfKey.get(key);
  const plans = ready.map((one): Planned => {
    const before = 'emailKey' in one ? states.get(one.emailKey) : undefined;
    const stored: Values = (before && valuesByContact.get(before.row.id)) ?? new Map();
    return { ...decide(one, { before, stored, known, formOf, options: writing, now }), stored };
  });
  return { plans, known };
}

/** Drops new contacts' ids that other contacts already have, with a note. An existing contact keeps its own id. */
async function withFreeIds(trx: Trx, reads: ReadContact[]): Promise<ReadContact[]> {
  const ids = reads.flatMap((one) => ('input' in one ? (one.input.id ?? []) : []));
  const takenBy = await findEmailKeys(trx, ids);
  return reads.map((one) => {
    if ('fault' in one || one.input.id === undefined) return one;
    const emailKey = takenBy.get(one.input.id);
    if (emailKey === undefined || emailKey === one.emailKey) return one;
    const { id, ...input } = one.input;
    return { ...one, input, faults: [...one.faults, `Another contact has the id ${id}. This one gets a new id.`] };
  });
}

const withFields = (one: ReadContact, created: ReadonlyMap<string, string>): ReadContact =>
  'fault' in one || one.input.fields === undefined
    ? one
    : { ...one, input: { ...one.input, fields: renameFields(one.input.fields, created) } };

type Written = Extract<Planned, { save: ContactSave }>;

const valuesAfter = ({ stored, save }: Written): Values =>
  new Map([...stored, ...save.values.map(({ field_id, ...value }): [number, StoredValue] => [field_id, value])]);

function outcomeOf(one: Written, row: ContactRow): Outcome {
  const { save, stored, faults: notes } = one;
  const { before, after, values } = save;
  const written = values.map(({ field_id }) => field_id);
  const change: Change = {
    objectId: String(row.id),
    previous: before ? previousStateOf(before, stored, written) : null,
    version: versionOf(row, after.terms, valuesAfter(one)),
  };
  return { fate: before ? 'changed' : 'created', change, notes };
}
