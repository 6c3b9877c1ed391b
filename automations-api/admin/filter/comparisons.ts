/** The operators of each kind of condition, and the conditions that can still be added to a filter. Pure. */
import { type FieldTypeName, typeOf } from '../core/fields.ts';
import type { CustomField } from '../core/types.ts';
import { type Condition, type How, type Kind, placeOf } from './conditions.ts';

const ways: Partial<Record<Kind, readonly How[]>> = {
  tag: ['any', 'all', 'none'],
  list: ['any', 'all', 'none'],
  added: ['between'],
  changed: ['between'],
  points: ['between'],
};

const waysOfFields: Record<FieldTypeName, readonly How[]> = {
  text: ['contains', 'any', 'filled', 'empty'],
  textarea: ['contains', 'filled', 'empty'],
  number: ['between', 'any', 'filled', 'empty'],
  date: ['between', 'filled', 'empty'],
  select: ['any', 'filled', 'empty'],
  radio: ['any', 'filled', 'empty'],
  checkbox: ['any', 'filled', 'empty'],
};

/** Returns a condition's operators, the default first. `field`: undefined if loading or deleted. */
export const waysOf = (kind: Kind, field?: CustomField): readonly How[] =>
  kind === 'field' ? (field ? waysOfFields[typeOf(field)] : ['any']) : (ways[kind] ?? ['any']);

/**
 * Checks whether a condition can be added. Its place must be free, and "one of" excludes other conditions on the same
 * field.
 */
export const isFree = (condition: Omit<Condition, 'values'>, others: readonly Condition[]): boolean =>
  others.every((other) => {
    if (placeOf(other) === placeOf(condition)) return false;
    const isOfSameField = condition.kind === 'field' && other.kind === 'field' && other.field === condition.field;
    return !isOfSameField || (other.how !== 'any' && condition.how !== 'any');
  });

/** Returns the next condition of the kind that can be added. */
export const nextOf = (kind: Kind, field: CustomField | undefined, others: readonly Condition[]) =>
  waysOf(kind, field)
    .map((how): Condition => ({ kind, how, ...(field && { field: field.ID }), values: [] }))
    .find((condition) => isFree(condition, others));
