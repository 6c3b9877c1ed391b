/** Formats a contact's value in any field as a line of text. */
import { countryName } from '../../../../shared/ui/format.ts';
import { fieldText } from '../../core/field-text.ts';
import type { CustomField } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { Value } from './values.ts';

/** `field` is set for a custom field. */
export function valueWords(name: string, value: Value, field: CustomField | undefined): string {
  if (field) return fieldText(field, value);
  if (name === 'country') return countryName(String(value));
  return name === 'type' ? (text.contacts.types[String(value)] ?? String(value)) : String(value);
}
