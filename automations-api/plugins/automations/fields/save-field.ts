/** Making and changing a custom field: its slug, its choices, and the values that contacts have. */
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

/** Fields with the same slug that can be created at the same time. */
const slugTries = 50;

/** @throws already_exists if the name is taken, unprocessable_entity if the group or the choices are missing */
export async function addField(db: Db, field: NewField): Promise<FieldRow> {
  checkChoices(field);
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, (trx) => addFieldIn(trx, field));
    } catch (error) {
      // Another took the slug at the same moment; the next one may be free.
      if (duplicateKey(error) !== 'fields_slug' || attempt === slugTries) throw refuseTaken(error);
    }
  }
}

/** @throws a duplicate on `fields_name` or `fields_slug`, or unprocessable_entity if the group is missing */
export async function addFieldIn(trx: Trx, field: NewField): Promise<FieldRow> {
  if (!(await hasFieldGroup(trx, field.group_id))) throw unknownGroup();
  const slug = await findFreeSlug(trx, slugOf(field.name));
  return { ...field, slug, position: 0, id: await insertField(trx, { ...field, slug }) };
}

/** @throws already_exists, data_not_found, or unprocessable_entity, also when a value does not fit the new type. */
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

/** Without choices no contact could have a value. */
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
