/** Creation of missing custom fields, in the transaction that writes the contacts. */
import { presentSecond } from '../core/dates.ts';
import type { Trx } from '../core/tables.ts';
import { keyOf } from '../core/text.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import { listFields } from '../fields/core/queries.ts';
import type { FieldRow } from '../fields/core/values.ts';
import { addFieldIn } from '../fields/save-field.ts';
import { isNewField, readNewField } from './formats/core/new-fields.ts';

/** Returns a function that finds a field's slug by its name or slug. */
export const slugFinder = (fields: readonly FieldRow[]) => {
  const slugs = new Map([
    ...fields.map(({ slug }): [string, string] => [keyOf(slug), slug]),
    ...fields.map(({ name_key, slug }): [string, string] => [name_key, slug]),
  ]);
  return (name: string): string | undefined => slugs.get(keyOf(name.trim()));
};

/**
 * Creates missing fields. Returns `field:slug`, keyed by `new:name:type`.
 * @throws a duplicate-key error if another transaction creates the same field
 */
export async function createFields(trx: Trx, candidates: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const targets = [...new Set(candidates)].filter(isNewField).sort();
  const keys = new Map<string, string>();
  if (targets.length === 0) return keys;
  const slugOf = slugFinder(await listFields(trx));
  const added = new Map<string, string>();
  for (const target of targets) {
    const field = readNewField(target);
    if (!field) continue;
    const key = keyOf(field.name);
    const slug = slugOf(field.name) ?? added.get(key) ?? (await createField(trx, field));
    added.set(key, slug);
    keys.set(target, prefixedSlug(slug));
  }
  return keys;
}

async function createField(trx: Trx, { name, type }: { name: string; type: number }): Promise<string> {
  const fresh = { group_id: 0, placeholder: '', options: null, mode: 1, search: 1, view: 1 };
  return (await addFieldIn(trx, { ...fresh, name, name_key: keyOf(name), type, created_at: presentSecond() })).slug;
}

/** Replaces `new:name:type` with `field:slug`. */
export const renameFields = (fields: Record<string, unknown>, keys: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
      const name = isNewField(key) ? keys.get(key) : key;
      return name === undefined ? [] : [[name, value]];
    }),
  );
