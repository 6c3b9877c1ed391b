/** The filter criteria on custom fields. */
import Type from 'typebox';
import { isNumbered } from '../../../../host/core/id-list.ts';
import { unprocessable } from '../../core/errors.ts';
import type { Db } from '../../core/tables.ts';
import { isFieldId, slugOfKey } from '../../fields/core/keys.ts';
import { listFields } from '../../fields/core/queries.ts';
import type { FieldRow } from '../../fields/core/values.ts';
import { type Criterion, criterionKind } from './criterion.ts';
import { hasPartOf, hasSame, isBetween, isValued, type ReadCondition } from './field-conditions.ts';

const mostFields = 20;
const mostValues = 100;

export const fieldCriteria = criterionKind({
  name: 'fields',
  label: 'Custom fields',
  args: {
    field: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          maxProperties: mostFields,
          description:
            'By field id or slug: a value, or one of several; or an object with contains, from, to (both included) or empty (1 or 0).',
        },
      ),
    ),
  },
  read({ field = {} }) {
    const wanted = Object.entries(field).flatMap(([key, given]) => readField(key, given));
    return wanted.length > 0 ? (db) => findCriteria(db, wanted) : undefined;
  },
});

/** A condition on a field. `name` is the parameter named in errors. */
type FieldCondition = { key: string; name: string; given: unknown; read: ReadCondition };

const conditions: Record<string, ReadCondition> = { contains: hasPartOf, empty: isValued };

function readField(key: string, given: unknown): FieldCondition[] {
  const name = `field[${key}]`;
  const texts = listOf(name, given);
  if (texts) return texts.length > 0 ? [{ key, name, given: texts, read: hasSame }] : [];
  const { from = '', to = '', ...others } = given as Record<string, unknown>;
  const range = from === '' && to === '' ? [] : [{ key, name, given: { from, to }, read: isBetween }];
  const rest = Object.entries(others).flatMap(([what, value]): FieldCondition[] => {
    const read = Object.hasOwn(conditions, what) ? conditions[what] : undefined;
    if (!read) throw unprocessable(`${name} must have contains, from, to or empty, not ${what.slice(0, 50)}`);
    return value === '' ? [] : [{ key, name: `${name}[${what}]`, given: value, read }];
  });
  return [...range, ...rest];
}

/** Returns the values as texts, without empty ones; undefined for an object of conditions. */
function listOf(name: string, given: unknown): string[] | undefined {
  if (typeof given === 'object' && given !== null && !Array.isArray(given) && !isNumbered(given)) return undefined;
  const values = typeof given === 'object' && given !== null ? Object.values(given) : [given];
  if (values.length > mostValues || values.some((value) => typeof value === 'object' && value !== null)) {
    throw unprocessable(`${name} must be a value, at most ${mostValues} values, or an object of conditions`);
  }
  return values.filter((value) => value !== '' && value !== null).map(String);
}

async function findCriteria(db: Db, wanted: FieldCondition[]): Promise<Criterion[]> {
  const fields = await listFields(db);
  return Promise.all(
    wanted.map(async ({ key, name, given, read }) => {
      const field = findField(fields, key);
      if (!field) throw unprocessable(`${name} does not exist`);
      return read(db, field, name, given);
    }),
  );
}

const findField = (fields: FieldRow[], key: string) =>
  fields.find(({ id, slug }) => (isFieldId(key) ? id === Number(key) : slug === slugOfKey(key)));
