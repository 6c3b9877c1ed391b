/**
 * The plan for a row, in a dry run and in an import. The row becomes a contact input, without unreadable cells and
 * without values that must not change an existing contact. Pure.
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

/** A row's contact, or the fault of the whole row. `faults` are sentences about cells that are left out. */
export type ReadContact = { input: ContactInput; emailKey: string; faults: readonly string[] } | { fault: string };

export type Options = ImportOptions & { onTaken: OnTaken };

/**
 * The data on which the plan for a row depends. `stored` are the contact's field values. `formOf` returns the format
 * of a field's column, by the field's key.
 */
type Situation = {
  before: ContactState | undefined;
  stored: Values;
  known: Known;
  formOf: (key: string) => Form | undefined;
  options: Options;
  now: Date;
};
export type Decision = { outcome: Outcome } | { input: ContactInput; save: ContactSave; faults: readonly string[] };

const same = 'The contact already matches the file.';
export const otherContact = 'A contact with this email exists, with values that differ from the file.';

const clean = compileArgs(NewContact, { forgiving: true });
const read = (params: object) => readContactInput(clean({ ...params }) as NewContact);

export function readItem(item: ContactItem, options: ImportOptions): ReadContact {
  const { status: given, keep_ids: keepsIds } = options;
  const { created_at: createdAt, kept_id: keptId, status = given, faults = [], ...parts } = item;
  const own = {
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(keepsIds && keptId !== undefined ? { id: keptId } : {}),
  };
  const withStatus = status === undefined ? {} : { status };
  const inputOf = (some: object, more: readonly string[] = []): ReadContact => {
    const input = { ...withNames(read({ ...some, ...withStatus }), options), ...own };
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

/** Adds the tags and lists of all rows. */
function withNames(input: ContactInput, { tag_names: tags = [], list_names: lists = [] }: ImportOptions): ContactInput {
  const { tagNames = [], listNames = [] } = input;
  return {
    ...input,
    ...(tags.length > 0 && { tagNames: [...tagNames, ...tags] }),
    ...(lists.length > 0 && { listNames: [...listNames, ...lists] }),
  };
}

/** Returns the parts of an item that are valid on their own. */
function soundParts({ email, ...others }: Omit<ContactItem, 'created_at' | 'kept_id' | 'status' | 'faults'>) {
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

export function decide(one: ReadContact, { before, stored, known, formOf, options, now }: Situation): Decision {
  if ('fault' in one) return failed(one.fault);
  const { onTaken } = options;
  const cells = readCells(one.input, known, formOf);
  const plan = (as: OnTaken) => {
    const input = before ? forExisting(cells.input, before, { ...options, onTaken: as }) : cells.input;
    const save = onlyAdditions(resolveContactInput(input, before, known, now).save, stored, as);
    return { input, save, changes: !before || diffContact(before, save.after, save.values.length > 0).changed };
  };
  const differs = () => {
    try {
      return plan('change').changes;
    } catch (error) {
      return sentenceOf(error) !== '';
    }
  };
  const isSkipped = before && onTaken === 'skip' && !isRefusal(one.input);
  const faults = isSkipped ? [] : [...one.faults, ...cells.faults];
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

/** Returns an error's message. @throws errors that the row did not cause */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { params } = (error.details ?? {}) as { params?: Record<string, string> };
  return params ? Object.values(params).join('; ') : error.message;
}

function readCells(input: ContactInput, known: Known, formOf: Situation['formOf']) {
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

/** Checks whether the row's status refuses emails. A refusal is applied even to contacts that are skipped. */
const isRefusal = ({ status }: ContactInput): boolean => status !== undefined && refuses(parseStatus(status));

/** Returns the part of the input that applies to an existing contact. */
function forExisting(input: ContactInput, before: ContactState, options: Options): ContactInput {
  const { onTaken, resubscribe = false } = options;
  const { status, email: _, email_key: __, ...others } = { ...input.columns, status: input.status };
  const onlyRefusals = onTaken !== 'change';
  const newStatus =
    status === undefined
      ? {}
      : { status: mergeStatus(parseStatus(status), before.row.status, { resubscribe, onlyRefusals }) };
  if (onTaken === 'skip') return { columns: {}, ...newStatus };
  const isOpen = ([name]: [string, unknown]) => onTaken === 'change' || isUnset(before, name as ContactColumn);
  return {
    ...input,
    columns: Object.fromEntries(Object.entries(others).filter(isOpen)),
    status: before.row.status.toString(),
    ...newStatus,
  };
}

const isUnset = ({ row }: ContactState, name: ContactColumn) => row[name] === '' || row[name] === unsetColumns[name];

/** Limits a save to additions: keeps tags and lists, and drops values that are equal or must not be replaced. */
function onlyAdditions(save: ContactSave, stored: Values, onTaken: OnTaken): ContactSave {
  const { before, after } = save;
  if (!before) return save;
  const values = save.values.filter(({ field_id, ...value }) => {
    const current = stored.get(field_id);
    if (onTaken === 'fill' && current && !isNoValue(current)) return false;
    return !isSame(current, value);
  });
  return { ...save, after: { ...after, terms: new Set([...before.terms, ...after.terms]) }, values };
}

const isSame = (current: StoredValue | undefined, value: StoredValue) =>
  current === undefined ? isNoValue(value) : showFieldValue(1, current) === showFieldValue(1, value);
