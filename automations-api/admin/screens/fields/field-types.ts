/** Icons of the custom field types. */
import type { IconName } from '../../../../shared/ui/icon.tsx';
import type { FieldTypeName } from '../../core/fields.ts';

export const typeIcons: Record<FieldTypeName, IconName> = {
  text: 'text',
  number: 'number',
  textarea: 'list',
  select: 'down',
  radio: 'radio',
  checkbox: 'checkbox',
  date: 'calendar',
};

/** By the codes of the API: select, radio, checkbox. */
export const hasOptions = (type: string): boolean => ['4', '5', '6'].includes(type);
