/** What a custom field has besides its name and type; PHP writes none of it as an empty list. */
import type { CustomField } from '../../types.ts';

export function metaOf({ meta }: CustomField): { placeholder: string; options: string[] } {
  const { placeholder = '', options = [] } = Array.isArray(meta) ? {} : meta;
  return { placeholder, options };
}
