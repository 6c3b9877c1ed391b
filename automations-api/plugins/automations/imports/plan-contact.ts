/**
 * Decides what becomes of a row: of the check before an import and of the import alike. It reads the row as the input of a contact,
 * leaves out of it what cannot be read, and what must not change a contact that exists. Pure.
 */
import { ApiError } from '../../../../shared/errors.ts';
import type { Outcome } from '../../../../shared/import/target.ts';
import { compileArgs } from '../../../host/core/args.ts';
import { type ContactInput, readContactInput } from '../contacts/contact-input.ts';
import { parseStatus } from '../contacts/core/statuses.ts';
import { diffContact } from '../contacts/diff.ts';
import { type Known, resolveContactInput } from '../contacts/resolve.ts';
import { NewContact } from '../contacts/schema.ts';
import type { ContactSave, ContactState } from '../contacts/state.ts';
import { type ContactColumn, columnLabels, unsetColumns } from '../core/contact-columns.ts';
import { keyOfEmail } from '../core/text.ts';
import { isNoValue, type StoredValue, showFieldValue } from '../fields/core/values.ts';
import type { Form } from './cells/forms.ts';
import { leftOut, readCell } from './cells/read-cell.ts';
import type { Values } from './contact-version.ts';
import { mergeStatus, refuses } from './core/consent.ts';
import type { ContactItem } from './core/item.ts';
import type { ImportOptions, OnTaken } from './options.ts';

/** `faults` are sentences about cells that are left out. */
export type ReadContact = { input: ContactInput; emailKey: string; faults: readonly string[] } | { fault: string };

export type Options = ImportOptions & { onTaken: OnTaken };

/** `formOf`: the form of the column that becomes a field, by the field's key. `held` are the values that the contact has. */
type Surroundings = {
  before: ContactState | undefined;
  held: Values;
  known: Known;
  formOf: (key: string) => Form | undefined;
  options: Options;
  now: Date;
};
export type Decision = { outcome: Outcome } | { input: ContactInput; save: ContactSave; faults: readonly string[] };

const same = 'The contact already matches the file.';
export const otherContact = 'A contact with this email exists, with other values than the file.';

const clean = compileArgs(NewContact, { forgiving: true });
const read = (params: object) => readContactInput(clean({ ...params }) as NewContact);

export function readItem(item: ContactItem, { status: given }: ImportOptions): ReadContact {
  const { created_at: createdAt, status = given, faults = [], ...parts } = item;
  const withStatus = status === undefined ? {} : { status };
  const inputOf = (some: object, more: readonly string[] = []): ReadContact => {
    const input = { ...read({ ...some, ...withStatus }), ...(createdAt === undefined ? {} : { createdAt }) };
    return { input, emailKey: keyOfEmail(input.columns.email as string), faults: [...faults, ...more] };
  };
  try {
    return inputOf(parts);
  } catch (error) {
    const whole = sentenceOf(error);
    const sound = soundParts(parts);
    try {
      return sound.faults.length > 0 ? inputOf(sound.parts, sound.faults) : { fault: whole };
    } catch (other) {
      return { fault: sentenceOf(other) };
    }
  }
}

/** The parts of an item that can be read, each by itself. */
function soundParts({ email, ...others }: Omit<ContactItem, 'created_at' | 'status' | 'faults'>) {
  const faults: string[] = [];
  const parts = Object.entries(others).filter(([name, value]) => {
    try {
      read({ email: anyAddress, [name]: value });
      return true;
    } catch (error) {
      const label = Object.hasOwn(columnLabels, name) ? columnLabels[name as ContactColumn] : name;
      faults.push(leftOut(value, label, sentenceOf(error).replace(/\.$/, '')));
      return false;
    }
  });
  return { parts: { email, ...Object.fromEntries(parts) }, faults };
}

const anyAddress = 'a@example.com';

export function decide(one: ReadContact, { before, held, known, formOf, options, now }: Surroundings): Decision {
  if ('fault' in one) return failed(one.fault);
  const { onTaken } = options;
  const cells = readCells(one.input, known, formOf);
  const plan = (as: OnTaken) => {
    const input = before ? forKnown(cells.input, before, { ...options, onTaken: as }) : cells.input;
    const save = onlyMore(resolveContactInput(input, before, known, now).save, held, as);
    return { input, save, changes: !before || diffContact(before, save.after, save.values.length > 0).changed };
  };
  const differs = () => {
    try {
      return plan('change').changes;
    } catch (error) {
      return sentenceOf(error) !== '';
    }
  };
  const isLeft = before && onTaken === 'skip' && !isHeard(one.input);
  const faults = isLeft ? [] : [...one.faults, ...cells.faults];
  if (options.refuse_faulty_cells && faults.length > 0) return failed(faults.join(' '));
  try {
    const { input, save, changes } = plan(onTaken);
    if (changes) return { input, save, faults };
    const why = onTaken !== 'change' && differs() ? otherContact : same;
    return { outcome: { fate: 'skipped', why, notes: faults } };
  } catch (error) {
    return failed(sentenceOf(error));
  }
}

const failed = (why: string): Decision => ({ outcome: { fate: 'failed', why } });

/** @throws what is not the row's fault */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { params } = (error.details ?? {}) as { params?: Record<string, string> };
  return params ? Object.values(params).join('; ') : error.message;
}

function readCells(input: ContactInput, known: Known, formOf: Surroundings['formOf']) {
  const faults: string[] = [];
  const fields = Object.entries(input.fields ?? {}).flatMap(([key, given]): [string, unknown][] => {
    const field = known.field(key);
    if (!field) return [];
    const cell = readCell(field, given, formOf(key));
    faults.push(...cell.faults);
    return cell.value === undefined ? [] : [[key, cell.value]];
  });
  return { input: { ...input, fields: Object.fromEntries(fields) }, faults };
}

/** Whether a row that is to be skipped is heard all the same: it says that somebody wants no emails. */
const isHeard = ({ status }: ContactInput): boolean => status !== undefined && refuses(parseStatus(status));

/** The input as far as it counts for a contact that exists. */
function forKnown(input: ContactInput, before: ContactState, options: Options): ContactInput {
  const { onTaken, resubscribe = false } = options;
  const { status, email: _, email_key: __, ...others } = { ...input.columns, status: input.status };
  const onlyRefusals = onTaken !== 'change';
  const asked =
    status === undefined
      ? {}
      : { status: mergeStatus(parseStatus(status), before.row.status, { resubscribe, onlyRefusals }) };
  if (onTaken === 'skip') return { columns: {}, ...asked };
  const isOpen = ([name]: [string, unknown]) => onTaken === 'change' || isUnset(before, name as ContactColumn);
  return {
    ...input,
    columns: Object.fromEntries(Object.entries(others).filter(isOpen)),
    status: before.row.status.toString(),
    ...asked,
  };
}

const isUnset = ({ row }: ContactState, name: ContactColumn) => row[name] === '' || row[name] === unsetColumns[name];

/** Tags and lists are added, never removed; values that are the same, or must not be replaced, are left out. */
function onlyMore(save: ContactSave, held: Values, onTaken: OnTaken): ContactSave {
  const { before, after } = save;
  if (!before) return save;
  const values = save.values.filter(({ field_id, ...value }) => {
    const there = held.get(field_id);
    if (onTaken === 'fill' && there && !isNoValue(there)) return false;
    return !isSame(there, value);
  });
  return { ...save, after: { ...after, terms: new Set([...before.terms, ...after.terms]) }, values };
}

const isSame = (there: StoredValue | undefined, value: StoredValue) =>
  there === undefined ? isNoValue(value) : showFieldValue(1, there) === showFieldValue(1, value);
