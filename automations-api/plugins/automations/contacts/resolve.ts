/** Conversion of contact inputs to saves. It looks up and locks the tags, lists and fields that the inputs name. */
import { ApiError } from '../../../../shared/errors.ts';
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { keyOf } from '../core/text.ts';
import { isFieldId, slugOfKey } from '../fields/core/keys.ts';
import { listFieldIdsBySlug } from '../fields/core/queries.ts';
import { type FieldRow, isNoValue, parseFieldValue } from '../fields/core/values.ts';
import { lockEditableFields } from '../fields/value-queries.ts';
import { findTerms, lockTerms } from '../terms/core/membership-queries.ts';
import { findTermIdsByName, insertTerms, TermType } from '../terms/core/queries.ts';
import { type ContactInput, rowAfter } from './contact-input.ts';
import type { ContactSave, ContactState, TermMap } from './state.ts';

/** The tags, lists and fields that inputs name. `field` finds a field by its id or slug. */
export type Known = {
  terms: TermMap;
  field: (key: string) => FieldRow | undefined;
  /** Returns the id of the tag or list with this name. */
  named: (type: TermType, name: string) => number | undefined;
};

/** The ignored parts of a request: unknown tags, lists and fields, and invalid field values. */
export type Ignored = { tags: (number | string)[]; lists: (number | string)[]; fields: string[] };

/** A resolved input. `faults` explain the invalid field values. */
export type Resolved = { save: ContactSave; ignored: Ignored; faults: string[] };

/**
 * Loads terms. Locks terms that the contact does not have yet, so that they cannot be deleted before the transaction
 * ends.
 */
export async function loadTerms(trx: Trx, ids: Iterable<number>, current: ReadonlySet<number>): Promise<TermMap> {
  const toAdd = [...new Set(ids)].filter((id) => id > 0 && !current.has(id));
  const terms = [...(await lockTerms(trx, toAdd)), ...(await findTerms(trx, [...current]))];
  return new Map(terms.map((term) => [term.id, term]));
}

/** Loads everything that inputs name, in a few queries. Creates missing tags and lists if `createTermsAt` is set. */
export async function loadKnown(
  trx: Trx,
  contactInputs: ContactInput[],
  states: (ContactState | undefined)[],
  createTermsAt?: Date,
): Promise<Known> {
  const current = new Set(states.flatMap((state) => [...(state?.terms ?? [])]));
  const tags = await loadNamed(
    trx,
    TermType.tag,
    contactInputs.flatMap(({ tagNames = [] }) => tagNames),
    createTermsAt,
  );
  const lists = await loadNamed(
    trx,
    TermType.list,
    contactInputs.flatMap(({ listNames = [] }) => listNames),
    createTermsAt,
  );
  const byId = contactInputs.flatMap(({ tags = [], lists = [] }) => [...tags, ...lists]);
  const given = [...byId, ...tags.values(), ...lists.values()];
  const terms = await loadTerms(trx, given, current);
  const keys = contactInputs.flatMap(({ fields }) => Object.keys(fields ?? {}));
  return {
    terms,
    field: await loadFields(trx, [...new Set(keys)]),
    named: (type, name) => (type === TermType.tag ? tags : lists).get(keyOf(name)),
  };
}

/** Finds the ids of terms, keyed by the keys of their names. */
async function loadNamed(trx: Trx, type: TermType, names: string[], createAt?: Date): Promise<Map<string, number>> {
  const byKey = new Map(names.map((name) => [keyOf(name), name]));
  const ids = await findTermIdsByName(trx, type, [...byKey.keys()]);
  const missing = [...byKey].filter(([key]) => !ids.has(key)).sort();
  if (!createAt || missing.length === 0) return ids;
  await insertTerms(
    trx,
    type,
    missing.map(([, name]) => name),
    createAt,
  );
  return findTermIdsByName(trx, type, [...byKey.keys()]);
}

async function loadFields(trx: Trx, keys: string[]): Promise<Known['field']> {
  const bySlug = await listFieldIdsBySlug(trx, keys.filter((key) => !isFieldId(key)).map(slugOfKey));
  const ids = new Set([...bySlug, ...keys.filter(isFieldId).map(Number)]);
  const fields = await lockEditableFields(
    trx,
    [...ids].sort((a, b) => a - b),
  );
  const [byId, ofSlug] = [new Map(fields.map((one) => [one.id, one])), new Map(fields.map((one) => [one.slug, one]))];
  return (key) => (isFieldId(key) ? byId.get(Number(key)) : ofSlug.get(slugOfKey(key)));
}

/** Resolves an input to a save. @throws unprocessable_entity if it is strict and a part would be ignored */
export function resolveContactInput(
  contactInput: ContactInput,
  before: ContactState | undefined,
  known: Known,
  now: Date,
): Resolved {
  const tags = readTerms(contactInput, TermType.tag, known);
  const lists = readTerms(contactInput, TermType.list, known);
  const { values, ignored: fields, faults } = readValues(contactInput.fields, known);
  const ignored = { tags: tags.ignored, lists: lists.ignored, fields };
  const { replacesTags = false, replacesLists = false, stopsAutomation = false } = contactInput;
  const withTags = changeTerms(before?.terms ?? new Set(), tags, TermType.tag, {
    replaces: replacesTags,
    terms: known.terms,
  });
  return refuseIgnored(contactInput, {
    save: {
      before,
      after: {
        row: rowAfter(contactInput, before?.row, now),
        terms: changeTerms(withTags, lists, TermType.list, { replaces: replacesLists, terms: known.terms }),
      },
      values: before ? values : values.filter((value) => !isNoValue(value)),
      stopsAutomation,
    },
    ignored,
    faults,
  });
}

/** @throws unprocessable_entity if the input is strict and a part is ignored */
function refuseIgnored({ isStrict }: ContactInput, resolved: Resolved): Resolved {
  if (isStrict && Object.values(resolved.ignored).flat().length > 0) throw unprocessable(whyIgnored(resolved));
  return resolved;
}

/** @throws unprocessable_entity if the input consists only of ignored tags, lists and fields */
export function refuseAllIgnored(
  { columns, status, tags, tagNames, lists, listNames, fields = {} }: ContactInput,
  resolved: Resolved,
): void {
  const named = (one: (number | string)[] = []) => new Set(one).size;
  const given = named(tagNames ?? tags) + named(listNames ?? lists) + Object.keys(fields).length;
  const isAllIgnored = given > 0 && given === Object.values(resolved.ignored).flat().length;
  if (isAllIgnored && status === undefined && Object.keys(columns).length === 0) {
    throw unprocessable(whyIgnored(resolved));
  }
}

type Terms = { picked: number[]; ignored: (number | string)[]; isGiven: boolean };

function readTerms({ tags, lists, tagNames, listNames }: ContactInput, type: TermType, { terms, named }: Known): Terms {
  const [ids, names] = type === TermType.tag ? [tags, tagNames] : [lists, listNames];
  const given: (number | string)[] = [...new Set<number | string>(names ?? ids ?? [])];
  const picked: number[] = [];
  const ignored: (number | string)[] = [];
  for (const one of given) {
    const id = typeof one === 'string' ? named(type, one) : one;
    if (id !== undefined && terms.get(id)?.type === type) picked.push(id);
    else ignored.push(one);
  }
  return { picked, ignored, isGiven: names !== undefined || ids !== undefined };
}

/** Adds or replaces terms. Keeps the current ones if all the given ones are unknown. */
function changeTerms(
  current: ReadonlySet<number>,
  { picked, ignored, isGiven }: Terms,
  type: TermType,
  { replaces, terms }: { replaces: boolean; terms: TermMap },
): ReadonlySet<number> {
  const isReplaced = replaces && isGiven && (picked.length > 0 || ignored.length === 0);
  const kept = isReplaced ? [...current].filter((id) => terms.get(id)?.type !== type) : current;
  return new Set([...kept, ...picked]);
}

function readValues(fields: ContactInput['fields'] = {}, known: Known) {
  const values: ContactSave['values'] = [];
  const ignored: string[] = [];
  const faults: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const field = known.field(key);
    if (!field) {
      ignored.push(key);
      continue;
    }
    try {
      values.push({ field_id: field.id, ...parseFieldValue(field, value) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ignored.push(key);
      faults.push(error.message);
    }
  }
  return { values, ignored, faults };
}

function whyIgnored({ ignored: { tags, lists, fields }, faults }: Resolved): string {
  const unknown = [
    ...(tags.length > 0 ? ['Some of these tags do not exist.'] : []),
    ...(lists.length > 0 ? ['Some of these lists do not exist.'] : []),
    ...(fields.length > faults.length ? ['Some of these fields do not exist or cannot be edited.'] : []),
  ];
  return [...unknown, ...faults].join(' ');
}

/**
 * Returns the ids that are terms of this type.
 * @throws unprocessable_entity if there are ids, but none is a term of this type
 */
export function pickTerms(ids: number[], type: TermType, terms: TermMap): number[] {
  const picked = [...new Set(ids)].filter((id) => terms.get(id)?.type === type);
  if (ids.length > 0 && picked.length === 0) {
    throw unprocessable(type === TermType.tag ? 'None of these tags exists.' : 'None of these lists exists.');
  }
  return picked;
}
