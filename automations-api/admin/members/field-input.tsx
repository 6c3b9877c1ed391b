/** Control for one custom field's value, according to the field's type. */
import { Select, TextArea, TextField } from '../../../shared/ui/field.tsx';
import { optionsOf, placeholderOf, typeOf } from '../core/fields.ts';
import type { CustomField } from '../core/types.ts';

export type FieldInputValue = string | string[];

type FieldInputProps = {
  field: Pick<CustomField, 'name' | 'type' | 'meta'>;
  value: FieldInputValue;
  onValue: (value: FieldInputValue) => void;
  error?: string;
  readOnly?: boolean;
};

export function FieldInput({ field, value, onValue, error, readOnly }: FieldInputProps) {
  const type = typeOf(field);
  const options = optionsOf(field);
  if (type === 'checkbox') {
    const chosen = Array.isArray(value) ? value : [];
    return <Choices name={field.name} options={options} chosen={chosen} onChange={onValue} disabled={readOnly} />;
  }
  const text = Array.isArray(value) ? value.join(', ') : value;
  const common = { label: field.name, value: text, onValue, error, disabled: readOnly };
  if (type === 'select' || type === 'radio') {
    // The value's option may have been removed.
    const kept = text !== '' && !options.includes(text) ? [text] : [];
    const choices = [...kept, ...options].map((one) => ({ value: one, label: one }));
    return <Select {...common} options={[{ value: '', label: '—' }, ...choices]} />;
  }
  if (type === 'textarea') return <TextArea {...common} rows={3} placeholder={placeholderOf(field)} />;
  return (
    <TextField
      {...common}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      placeholder={placeholderOf(field)}
    />
  );
}

type ChoicesProps = {
  name: string;
  options: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  disabled?: boolean;
};

function Choices({ name, options, chosen, onChange, disabled }: ChoicesProps) {
  return (
    <fieldset class="choices" disabled={disabled}>
      <legend dir="auto">{name}</legend>
      {options.map((option) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, option] : chosen.filter((other) => other !== option))
            }
          />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
