/** Creation and changes of custom fields, with their slugs, choices and values. */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { fail, notFound, unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { convertValues } from './convert-values.ts';
import { findFieldForUpdate, findFreeSlug, insertField, updateField } from './core/queries.ts';
import { FieldType } from './core/types.ts';
import type { FieldRow } from './core/values.ts';
import { hasFieldGroup } from './group-queries.ts';
import { slugOf } from './options.ts';

type NewField = Omit<FieldRow, 'id' | 'slug' | 'position'>;

/** Number of requests that can create fields with the same slug at the same time. */
const slugTries = 50;

/**
 * Creates a field.
 * @throws already_exists if the name is taken, unprocessable_entity if the group or choices are missing
 */
export async function addField(db: Db, field: NewField): Promise<FieldRow> {
  checkChoices(field);
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (trx) => addFieldIn(trx, field));
    } catch (error) {
      // A concurrent request took the slug; the next slug can be free.
      if (duplicateKey(error) !== 'fields_slug' || attempt === slugTries) throw refuseTaken(error);
    }
  }
}

/**
 * Creates a field in a transaction.
 * @throws a duplicate-key error on `fields_name` or `fields_slug`, or unprocessable_entity
 */
export async function addFieldIn(trx: Trx, field: NewField): Promise<FieldRow> {
  if (!(await hasFieldGroup(trx, field.group_id))) throw unknownGroup();
  const slug = await findFreeSlug(trx, slugOf(field.name));
  return { ...field, slug, position: 0, id: await insertField(trx, { ...field, slug }) };
}

/**
 * Changes a field.
 * @throws already_exists, data_not_found, unprocessable_entity if, for example, a value does not fit the new type
 */
export async function changeField(db: Db, id: number, changes: Partial<FieldRow>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await findFieldForUpdate(trx, id);
    if (!before) throw notFound('field');
    if (!(await hasFieldGroup(trx, changes.group_id ?? 0))) throw unknownGroup();
    const after = { ...before, ...changes };
    if (changes.type !== undefined || changes.options !== undefined) checkChoices(after);
    await updateField(trx, id, changes);
    if (after.type !== before.type) await convertValues(trx, before, after);
  }).catch((error) => {
    throw refuseTaken(error);
  });
}

const unknownGroup = () => unprocessable('There is no such field group.');

const choiceTypes: number[] = [FieldType.select, FieldType.radio, FieldType.checkbox];

/** @throws unprocessable_entity if a field with choices has none */
function checkChoices({ type, options }: Pick<NewField, 'type' | 'options'>): void {
  if (choiceTypes.includes(type) && !options) {
    throw unprocessable('options must have at least one choice for a select, radio or checkbox');
  }
}

function refuseTaken(error: unknown): unknown {
  const key = duplicateKey(error);
  if (key === undefined) return error;
  return fail('already_exists', `A field with this ${key === 'fields_slug' ? 'slug' : 'name'} already exists.`);
}
