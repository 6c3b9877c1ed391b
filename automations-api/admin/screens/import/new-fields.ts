/** The custom fields that an import can make of a column, as a mapping names them. */
import type { Option } from '../../../../shared/ui/field.tsx';
import { text } from '../../text/text.ts';

export const newFields = (column: string): Option[] =>
  Object.entries(text.imports.newFields).map(([type, label]) => ({ value: `new:${column.trim()}:${type}`, label }));
