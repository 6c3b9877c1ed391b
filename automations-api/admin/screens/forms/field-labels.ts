/** Names of the columns and custom fields that a form can have. */
import { useFields } from '../../core/fields.ts';
import { fieldOf } from '../../core/named-objects.ts';
import { text } from '../../text/text.ts';

/** The columns that visitors can fill in. */
export const columns = ['email', 'f_name', 'l_name', 'contact_no', 'country', 'state'] as const;

const isColumn = (key: string): key is (typeof columns)[number] => columns.some((name) => name === key);

/** Returns a function that names a field of a form. */
export function useFieldLabels(): (key: string) => string {
  const fields = useFields();
  return (key) => (isColumn(key) ? text.contacts.fields[key] : (fieldOf({ fields }, key)?.name ?? `#${key}`));
}
