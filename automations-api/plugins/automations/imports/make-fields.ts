/** Makes the custom fields that items name and that are not there yet, before their transaction. */
import { ApiError } from '../../../../shared/errors.ts';
import { presentSecond } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import { keyOf } from '../core/text.ts';
import { prefixedSlug } from '../fields/core/keys.ts';
import { listFields } from '../fields/core/queries.ts';
import type { FieldRow } from '../fields/core/values.ts';
import { addField } from '../fields/save-field.ts';
import type { ContactItem } from './core/item.ts';
import { isNewField, readNewField } from './formats/core/new-fields.ts';

/** The slug of the field that has a name or a slug. */
export const slugFinder = (fields: readonly FieldRow[]) => {
  const slugs = new Map([
    ...fields.map(({ slug }): [string, string] => [keyOf(slug), slug]),
    ...fields.map(({ name_key, slug }): [string, string] => [name_key, slug]),
  ]);
  return (name: string): string | undefined => slugs.get(keyOf(name.trim()));
};

/** The items with `field:slug` in place of `new:name:type`. */
export async function withFields(db: Db, items: readonly ContactItem[], makes: boolean): Promise<ContactItem[]> {
  const asked = new Set(items.flatMap(({ fields = {} }) => Object.keys(fields).filter(isNewField)));
  if (asked.size === 0) return [...items];
  const slugOf = slugFinder(await listFields(db));
  const known = new Map<string, string>();
  for (const target of asked) {
    const field = readNewField(target);
    const slug = field && (slugOf(field.name) ?? (makes ? await makeField(db, field) : undefined));
    if (slug !== undefined) known.set(target, prefixedSlug(slug));
  }
  return items.map(({ fields, ...item }) => (fields ? { ...item, fields: rename(fields, known) } : item));
}

const rename = (fields: Record<string, unknown>, known: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
      const name = isNewField(key) ? known.get(key) : key;
      return name === undefined ? [] : [[name, value]];
    }),
  );

async function makeField(db: Db, { name, type }: { name: string; type: number }): Promise<string | undefined> {
  const fresh = { group_id: 0, placeholder: '', options: null, mode: 1, search: 1, view: 1 };
  try {
    const field = await addField(db, { ...fresh, name, name_key: keyOf(name), type, created_at: presentSecond() });
    return field.slug;
  } catch (error) {
    // Another runner made it at the same moment.
    if (error instanceof ApiError && error.code === 'already_exists') return slugFinder(await listFields(db))(name);
    throw error;
  }
}
