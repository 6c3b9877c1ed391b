/** Creates the custom fields that items name and that are missing, in the transaction that writes the items. */
import { presentSecond } from '../core/dates.ts';
import type { Trx } from '../core/tables.ts';
import { keyOf } from '../core/text.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import { listFields } from '../fields/core/queries.ts';
import type { FieldRow } from '../fields/core/values.ts';
import { addFieldIn } from '../fields/save-field.ts';
import { isNewField, readNewField } from './formats/core/new-fields.ts';

/** The slug of the field that has a name or a slug. */
export const slugFinder = (fields: readonly FieldRow[]) => {
  const slugs = new Map([
    ...fields.map(({ slug }): [string, string] => [keyOf(slug), slug]),
    ...fields.map(({ name_key, slug }): [string, string] => [name_key, slug]),
  ]);
  return (name: string): string | undefined => slugs.get(keyOf(name.trim()));
};

/** By `new:name:type` the `field:slug` of the field. @throws a duplicate if another transaction creates the same field */
export async function makeFields(trx: Trx, keys: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(keys)].filter(isNewField).sort();
  const made = new Map<string, string>();
  if (asked.length === 0) return made;
  const slugOf = slugFinder(await listFields(trx));
  const added = new Map<string, string>();
  for (const target of asked) {
    const field = readNewField(target);
    if (!field) continue;
    const key = keyOf(field.name);
    const slug = slugOf(field.name) ?? added.get(key) ?? (await makeField(trx, field));
    added.set(key, slug);
    made.set(target, prefixedSlug(slug));
  }
  return made;
}

async function makeField(trx: Trx, { name, type }: { name: string; type: number }): Promise<string> {
  const fresh = { group_id: 0, placeholder: '', options: null, mode: 1, search: 1, view: 1 };
  return (await addFieldIn(trx, { ...fresh, name, name_key: keyOf(name), type, created_at: presentSecond() })).slug;
}

/** With `field:slug` in place of `new:name:type`. */
export const renameFields = (fields: Record<string, unknown>, made: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
      const name = isNewField(key) ? made.get(key) : key;
      return name === undefined ? [] : [[name, value]];
    }),
  );
