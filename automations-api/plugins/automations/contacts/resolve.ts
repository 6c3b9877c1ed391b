/** Turns contact inputs into saves: looks up, and holds, the terms and fields they name. */

import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { keyOf } from '../core/text.ts';
import { isFieldId, slugOfKey } from '../fields/core/keys.ts';
import { listFieldIdsBySlug } from '../fields/core/queries.ts';
import { type FieldRow, isNoValue, parseFieldValue } from '../fields/core/values.ts';
import { lockEditableFields } from '../fields/value-queries.ts';
import { findTerms, lockTerms } from '../terms/core/membership-queries.ts';
import { findTermIdsByName, insertTerms, type TermType } from '../terms/core/queries.ts';
import { type ContactInput, rowAfter } from './contact-input.ts';
import type { ContactSave, ContactState, TermMap } from './state.ts';

/** `field` finds a field by its id or slug, as contact inputs name it. */
export type Known = {
  terms: TermMap;
  field: (key: string) => FieldRow | undefined;
  /** The ids of names there are. */
  named: (type: TermType, names: string[]) => number[];
};

/** The terms that are held or asked for. What is asked for cannot be deleted before the transaction ends. */
export async function loadTerms(trx: Trx, asked: Iterable<number>, held: ReadonlySet<number>): Promise<TermMap> {
  const toAdd = [...new Set(asked)].filter((id) => id > 0 && !held.has(id));
  const terms = [...(await lockTerms(trx, toAdd)), ...(await findTerms(trx, [...held]))];
  return new Map(terms.map((term) => [term.id, term]));
}

/**
 * All that a set of contact inputs names, in few queries however many they are. `makeTermsAt`: tags and lists that are
 * named and missing are made then.
 */
export async function loadKnown(
  trx: Trx,
  contactInputs: ContactInput[],
  states: (ContactState | undefined)[],
  makeTermsAt?: Date,
): Promise<Known> {
  const held = new Set(states.flatMap((state) => [...(state?.terms ?? [])]));
  const tags = await loadNamed(
    trx,
    1,
    contactInputs.flatMap(({ tagNames = [] }) => tagNames),
    makeTermsAt,
  );
  const lists = await loadNamed(
    trx,
    2,
    contactInputs.flatMap(({ listNames = [] }) => listNames),
    makeTermsAt,
  );
  const byId = contactInputs.flatMap(({ tags = [], lists = [] }) => [...tags, ...lists]);
  const asked = [...byId, ...tags.values(), ...lists.values()];
  const terms = await loadTerms(trx, asked, held);
  const keys = contactInputs.flatMap(({ fields }) => Object.keys(fields ?? {}));
  const idsOf = (ids: Map<string, number>, names: string[]) => names.flatMap((name) => ids.get(keyOf(name)) ?? []);
  return {
    terms,
    field: await loadFields(trx, [...new Set(keys)]),
    named: (type, names) => idsOf(type === 1 ? tags : lists, names),
  };
}

/** The ids by the keys of names. */
async function loadNamed(trx: Trx, type: TermType, names: string[], makeAt?: Date): Promise<Map<string, number>> {
  const byKey = new Map(names.map((name) => [keyOf(name), name]));
  const ids = await findTermIdsByName(trx, type, [...byKey.keys()]);
  const missing = [...byKey].filter(([key]) => !ids.has(key)).sort();
  if (!makeAt || missing.length === 0) return ids;
  await insertTerms(
    trx,
    type,
    missing.map(([, name]) => name),
    makeAt,
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

/** @throws unprocessable_entity when none of the tags or lists given exists, or a field's value does not fit it. */
export function resolveContactInput(
  contactInput: ContactInput,
  before: ContactState | undefined,
  known: Known,
  now: Date,
): ContactSave {
  let terms: ReadonlySet<number> = before?.terms ?? new Set();
  for (const type of [1, 2] as const) {
    const asked = askedTerms(contactInput, type, known);
    if (asked) terms = replaceTerms(terms, asked, type, known.terms);
  }
  return {
    before,
    after: { row: rowAfter(contactInput, before?.row, now), terms },
    values: Object.entries(contactInput.fields ?? {}).flatMap(([key, value]) => {
      const field = known.field(key);
      if (!field) return [];
      const stored = parseFieldValue(field, value);
      return !before && isNoValue(stored) ? [] : [{ field_id: field.id, ...stored }];
    }),
  };
}

/** The tags or lists a contact is to have; undefined if the input leaves them unchanged. @throws unprocessable_entity */
function askedTerms(
  { tags, lists, tagNames, listNames }: ContactInput,
  type: TermType,
  { terms, named }: Known,
): number[] | undefined {
  const [ids, names] = type === 1 ? [tags, tagNames] : [lists, listNames];
  if (names === undefined) return ids && pickTerms(ids, type, terms);
  const picked = named(type, names);
  if (names.length > 0 && picked.length === 0) throw noneExists(type);
  return pickTerms(picked, type, terms);
}

/** Keeps the ids that are terms of this type. @throws unprocessable_entity if ids are given and none of them is */
export function pickTerms(ids: number[], type: TermType, terms: TermMap): number[] {
  const picked = [...new Set(ids)].filter((id) => terms.get(id)?.type === type);
  if (ids.length > 0 && picked.length === 0) {
    throw noneExists(type);
  }
  return picked;
}

const noneExists = (type: TermType) =>
  unprocessable(type === 1 ? 'None of these tags exists.' : 'None of these lists exists.');

const replaceTerms = (current: ReadonlySet<number>, wanted: number[], type: TermType, terms: TermMap) =>
  new Set([...[...current].filter((id) => terms.get(id)?.type !== type), ...wanted]);
