/** Puts ids in place of slugs where what names custom fields is kept: a slug may change, and become another field's. */
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { isFieldId, slugOfKey } from './core/keys.ts';
import { listFields } from './core/queries.ts';

type Named = { id: number; slug: string };

/** A filter or an action: what it says of fields, if anything, is its member `field`. */
type Naming = { field?: object } | object;

const partsOf = (naming: Naming): [string, unknown][] =>
  'field' in naming ? Object.entries(naming.field as object) : [];

/** Pure. A key that names none of the fields stays. @throws unprocessable_entity when two name the same one */
function withFieldIds<T extends Naming>(naming: T, fields: Named[]): T {
  const parts = partsOf(naming);
  if (parts.length === 0) return naming;
  const ids = new Map(fields.map(({ id, slug }) => [slug, String(id)]));
  const byId = new Map<string, unknown>();
  for (const [key, value] of parts) {
    const id = isFieldId(key) ? key : (ids.get(slugOfKey(key)) ?? key);
    if (byId.has(id)) throw unprocessable(`field has two values for field ${id}`);
    byId.set(id, value);
  }
  return { ...naming, field: Object.fromEntries(byId) };
}

/** Replaces field names with ids before storing. @throws unprocessable_entity if two keys name the same field */
export const nameFieldsById = async <T extends Naming>(db: Db, naming: T): Promise<T> =>
  partsOf(naming).every(([key]) => isFieldId(key)) ? naming : withFieldIds(naming, await listFields(db));
