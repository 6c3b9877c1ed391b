/** Formats values of custom fields as a line of text. */
import { date } from '../../../shared/ui/format.ts';
import { typeOf } from './fields.ts';
import type { CustomField } from './types.ts';

export type FieldValue = string | string[] | null | undefined;

export function fieldText(field: Pick<CustomField, 'type'>, value: FieldValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeOf(field) === 'date' ? date(`${value}T00:00:00Z`, 'UTC') : value;
}
