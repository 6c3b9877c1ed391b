/** Custom fields that a mapping names before they are there: `new:name:type`. Pure. */
import { longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { FieldType } from '../../../fields/core/types.ts';

const prefix = 'new:' as const;

/** Without options, so the types that have none. */
const types = ['text', 'number', 'textarea', 'date'] as const;
export type NewFieldType = (typeof types)[number];

export const newField = (name: string, type: NewFieldType = 'text'): `new:${string}` =>
  `${prefix}${name.trim()}:${type}`;

export const isNewField = (target: string): boolean => target.startsWith(prefix);

/** Undefined for what names none. A name may have colons, a type has none. */
export function readNewField(target: string): { name: string; type: number } | undefined {
  const [, name = '', type] = /^new:(.*):([a-z]+)$/s.exec(target) ?? [];
  const known = types.find((one) => one === type);
  return known === undefined || name.trim() === ''
    ? undefined
    : { name: name.trim().slice(0, longestLabel), type: FieldType[known] };
}
