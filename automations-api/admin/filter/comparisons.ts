/** How conditions of each kind can be met, and which ones a filter can still have. Pure. */
import { type FieldTypeName, typeOf } from '../core/fields.ts';
import type { CustomField } from '../core/types.ts';
import { type Condition, type How, type Kind, placeOf } from './conditions.ts';

const ways: Partial<Record<Kind, readonly How[]>> = {
  tag: ['any', 'all', 'none'],
  list: ['any', 'all', 'none'],
  added: ['between'],
  changed: ['between'],
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

/** The first is the usual one. `field`: undefined while fields are not known, or where there is none any more. */
export const waysOf = (kind: Kind, field?: CustomField): readonly How[] =>
  kind === 'field' ? (field ? waysOfFields[typeOf(field)] : ['any']) : (ways[kind] ?? ['any']);

/** Whether it can stand beside the others: in a place of its own, and a field's values beside nothing else of it. */
export const isFree = (condition: Omit<Condition, 'values'>, others: readonly Condition[]): boolean =>
  others.every((other) => {
    if (placeOf(other) === placeOf(condition)) return false;
    const isOfSameField = condition.kind === 'field' && other.kind === 'field' && other.field === condition.field;
    return !isOfSameField || (other.how !== 'any' && condition.how !== 'any');
  });

/** The next condition of that kind that the others leave room for. */
export const nextOf = (kind: Kind, field: CustomField | undefined, others: readonly Condition[]) =>
  waysOf(kind, field)
    .map((how): Condition => ({ kind, how, ...(field && { field: field.ID }), values: [] }))
    .find((condition) => isFree(condition, others));
