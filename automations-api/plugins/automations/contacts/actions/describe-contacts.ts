/** The fields, tags and lists that other plugins can write to contacts, and the check of values before they are written. */
import { ApiError } from '../../../../../shared/errors.ts';
import type { ContactField, ContactInput, ContactTerm } from '../../../../host/contacts.ts';
import { compileArgs } from '../../../../host/core/args.ts';
import type { Db } from '../../core/tables.ts';
import { listFields } from '../../fields/core/queries.ts';
import { FieldType } from '../../fields/core/types.ts';
import { type FieldRow, longestTextOf, parseFieldValue } from '../../fields/core/values.ts';
import { isEditable } from '../../fields/value-queries.ts';
import { findTerms } from '../../terms/core/membership-queries.ts';
import { TermType } from '../../terms/core/queries.ts';
import { readContactInput } from '../contact-input.ts';
import { ContactChange } from '../schema.ts';

const clean = compileArgs(ContactChange, { forgiving: true });
const typeNames = Object.entries(FieldType) as [ContactField['type'], number][];
const typeOf = (field: FieldRow) => typeNames.find(([, type]) => type === field.type)?.[0] ?? 'text';

const listEditable = async (db: Db) => (await listFields(db)).filter(isEditable);

export const listEditableFields = async (db: Db): Promise<ContactField[]> =>
  (await listEditable(db)).map((field) => ({
    ...{ id: field.id, slug: field.slug, name: field.name, placeholder: field.placeholder },
    type: typeOf(field),
    options: JSON.parse(field.options ?? '[]') as string[],
    longest: longestTextOf(field),
  }));

export const listTermsById = async (db: Db, ids: readonly number[]): Promise<ContactTerm[]> =>
  (await findTerms(db, [...new Set(ids)])).map(({ id, type, name }) => ({
    ...{ id, name },
    type: type === TermType.tag ? 'tag' : 'list',
  }));

/** Finds the columns and fields whose values could not be stored. */
export async function findFaults(db: Db, { fields = {}, ...columns }: ContactInput): Promise<string[]> {
  const editable = Object.keys(fields as object).length > 0 ? await listEditable(db) : [];
  const fieldOf = (key: string) => editable.find(({ id, slug }) => key === String(id) || key === slug);
  return [
    ...Object.entries(columns).flatMap(([name, value]) =>
      Object.hasOwn(ContactChange.properties, name) && isRead(() => readContactInput(clean({ [name]: value })))
        ? []
        : [name],
    ),
    ...Object.entries(fields as Record<string, unknown>).flatMap(([key, value]) => {
      const field = fieldOf(key);
      return field && isRead(() => parseFieldValue(field, value)) ? [] : [key];
    }),
  ];
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
