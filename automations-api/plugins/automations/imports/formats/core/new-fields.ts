/** Mapping targets for new custom fields: `new:name:type`. Pure. */
import { longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { FieldType } from '../../../fields/core/types.ts';

const prefix = 'new:' as const;

/** The types for new fields: all types that have no options. */
const types = ['text', 'number', 'textarea', 'date'] as const;
export type NewFieldType = (typeof types)[number];

export const newField = (name: string, type: NewFieldType = 'text'): `new:${string}` =>
  `${prefix}${name.trim()}:${type}`;

export const isNewField = (target: string): boolean => target.startsWith(prefix);

/** Parses a target. A name can contain colons. */
export function readNewField(target: string): { name: string; type: number } | undefined {
  const [, name = '', type] = /^new:(.*):([a-z]+)$/s.exec(target) ?? [];
  const known = types.find((one) => one === type);
  return known === undefined || name.trim() === ''
    ? undefined
    : { name: name.trim().slice(0, longestLabel), type: FieldType[known] };
}
