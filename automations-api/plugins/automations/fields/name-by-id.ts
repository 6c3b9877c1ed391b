/** Replacement of custom fields' slugs with ids before filters and actions are stored, since slugs can change. */
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { isFieldId, slugOfKey } from './core/keys.ts';
import { listFields } from './core/queries.ts';

type Named = { id: number; slug: string };

/** A filter or an action. Only its `field` refers to custom fields. */
type WithFields = { field?: object } | object;

const entriesOf = (object: WithFields): [string, unknown][] =>
  'field' in object ? Object.entries(object.field as object) : [];

/**
 * Replaces slugs with ids. Unknown keys are kept. Pure. @throws unprocessable_entity if two keys name the same field
 */
function withFieldIds<T extends WithFields>(object: T, fields: Named[]): T {
  const parts = entriesOf(object);
  if (parts.length === 0) return object;
  const ids = new Map(fields.map(({ id, slug }) => [slug, String(id)]));
  const byId = new Map<string, unknown>();
  for (const [key, value] of parts) {
    const id = isFieldId(key) ? key : (ids.get(slugOfKey(key)) ?? key);
    if (byId.has(id)) throw unprocessable(`field has two values for field ${id}`);
    byId.set(id, value);
  }
  return { ...object, field: Object.fromEntries(byId) };
}

/**
 * Replaces slugs with ids. Lists the fields only if necessary.
 * @throws unprocessable_entity if two keys name the same field
 */
export const nameFieldsById = async <T extends WithFields>(db: Db, object: T): Promise<T> =>
  entriesOf(object).every(([key]) => isFieldId(key)) ? object : withFieldIds(object, await listFields(db));
