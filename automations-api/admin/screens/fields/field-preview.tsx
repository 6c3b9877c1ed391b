/** Preview of a field as the contact form will show it. */
import { useState } from 'preact/hooks';
import type { CustomField } from '../../core/types.ts';
import { FieldInput, type FieldInputValue } from '../../members/field-input.tsx';
import { text } from '../../text/text.ts';

type FieldPreviewProps = { field: Pick<CustomField, 'name' | 'type' | 'meta' | 'mode'> };

export function FieldPreview({ field }: FieldPreviewProps) {
  const [value, setValue] = useState<FieldInputValue>('');
  return (
    <section class="field-preview" aria-label={text.fields.preview}>
      <h3>{text.fields.preview}</h3>
      <FieldInput field={field} value={value} onValue={setValue} readOnly={field.mode === '2'} />
    </section>
  );
}
