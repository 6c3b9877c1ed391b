/** Turns contact inputs into saves: looks up, and holds, the terms and fields they name. */

import { unprocessable } from '../errors.ts';
import { listFieldIdsBySlug } from '../fields/queries.ts';
import { lockEditableFields } from '../fields/value-queries.ts';
import { type FieldRow, parseFieldValue } from '../fields/values.ts';
import { findTerms, lockTerms } from '../memberships/queries.ts';
import type { Trx } from '../tables.ts';
import type { TermType } from '../terms/queries.ts';
import { type ContactInput, rowAfter } from './contact-input.ts';
import type { ContactSave, ContactState, TermMap } from './state.ts';

/** `field` finds a field by its id or slug, as contact inputs name it. */
export type Known = { terms: TermMap; field: (key: string) => FieldRow | undefined };

/** The terms that are held or asked for. What is asked for cannot be deleted before the transaction ends. */
export async function loadTerms(trx: Trx, asked: Iterable<number>, held: ReadonlySet<number>): Promise<TermMap> {
  const toAdd = [...new Set(asked)].filter((id) => id > 0 && !held.has(id));
  const terms = [...(await lockTerms(trx, toAdd)), ...(await findTerms(trx, [...held]))];
  return new Map(terms.map((term) => [term.id, term]));
}

/** All that a set of contact inputs names, in two or three queries however many they are. */
export async function loadKnown(
  trx: Trx,
  contactInputs: ContactInput[],
  states: (ContactState | undefined)[],
): Promise<Known> {
  const held = new Set(states.flatMap((state) => [...(state?.terms ?? [])]));
  const asked = contactInputs.flatMap(({ tags = [], lists = [] }) => [...tags, ...lists]);
  const terms = await loadTerms(trx, asked, held);
  const keys = contactInputs.flatMap(({ fields }) => Object.keys(fields ?? {}));
  return { terms, field: await loadFields(trx, [...new Set(keys)]) };
}

async function loadFields(trx: Trx, keys: string[]): Promise<Known['field']> {
  const bySlug = await listFieldIdsBySlug(
    trx,
    keys.filter((key) => !isId(key)),
  );
  const ids = new Set([...bySlug, ...keys.filter(isId).map(Number)]);
  const fields = await lockEditableFields(
    trx,
    [...ids].sort((a, b) => a - b),
  );
  const [byId, ofSlug] = [new Map(fields.map((one) => [one.id, one])), new Map(fields.map((one) => [one.slug, one]))];
  return (key) => (isId(key) ? byId.get(Number(key)) : ofSlug.get(key));
}

/** @throws unprocessable_entity when none of the tags or lists given exists, or a field's value does not fit it. */
export function resolveContactInput(
  contactInput: ContactInput,
  before: ContactState | undefined,
  known: Known,
  now: Date,
): ContactSave {
  let terms: ReadonlySet<number> = before?.terms ?? new Set();
  if (contactInput.tags) terms = replaceTerms(terms, pickTerms(contactInput.tags, 1, known.terms), 1, known.terms);
  if (contactInput.lists) terms = replaceTerms(terms, pickTerms(contactInput.lists, 2, known.terms), 2, known.terms);
  return {
    before,
    after: { row: rowAfter(contactInput, before?.row, now), terms },
    values: Object.entries(contactInput.fields ?? {}).flatMap(([key, value]) => {
      const field = known.field(key);
      return field ? [{ field_id: field.id, ...parseFieldValue(field, value) }] : [];
    }),
  };
}

/** Those of the ids that are terms of the type. @throws unprocessable_entity when ids are given and none is. */
export function pickTerms(ids: number[], type: TermType, terms: TermMap): number[] {
  const picked = [...new Set(ids)].filter((id) => terms.get(id)?.type === type);
  if (ids.length > 0 && picked.length === 0) {
    throw unprocessable(type === 1 ? 'None of these tags exists.' : 'None of these lists exists.');
  }
  return picked;
}

const replaceTerms = (current: ReadonlySet<number>, wanted: number[], type: TermType, terms: TermMap) =>
  new Set([...[...current].filter((id) => terms.get(id)?.type !== type), ...wanted]);

const isId = (key: string) => /^\d{1,15}$/.test(key);
