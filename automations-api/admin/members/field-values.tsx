/** Values of custom fields, and a box to add another field. */
import { Button } from '../../../shared/ui/button.tsx';
import { Combobox } from '../../../shared/ui/combobox.tsx';
import { uiText } from '../../../shared/ui/text.ts';
import { typeOf, useFields } from '../core/fields.ts';
import { fieldOf } from '../core/named-objects.ts';
import type { CustomField } from '../core/types.ts';
import { text } from '../text/text.ts';
import { FieldInput, type FieldInputValue } from './field-input.tsx';
import { MemberError } from './form-error.tsx';

const words = text.members;

type Values = { [idOrSlug: string]: FieldInputValue };

type FieldValuesProps = { values: Values; error: string | undefined; onChange: (values: Values) => void };

export function FieldValues({ values, error, onChange }: FieldValuesProps) {
  const fields = useFields();
  const keys = Object.keys(values);
  const taken = keys.map((key) => fieldOf({ fields }, key)?.ID);
  const free = (fields ?? []).filter(({ ID }) => !taken.includes(ID));
  const set = (key: string, value: string | string[]) => onChange({ ...values, [key]: value });
  const remove = (key: string) => {
    const { [key]: _, ...others } = values;
    onChange(others);
  };
  return (
    <>
      {keys.map((key) => {
        const field = fieldOf({ fields }, key) ?? unknownField(key);
        return (
          <div key={key} class="filter-row">
            <FieldInput field={field} value={values[key] ?? ''} onValue={(value) => set(key, value)} />
            <div class="bar">
              <Button kind="bare" icon="close" label={uiText.remove(field.name)} onClick={() => remove(key)} />
            </div>
          </div>
        );
      })}
      {free.length > 0 && (
        <Combobox
          label={keys.length === 0 ? words.field : words.anotherField}
          value=""
          placeholder={words.chooseField}
          choices={free.map(({ ID, name }) => ({ value: ID, label: name }))}
          onChoose={(key) => set(key, firstOf(free.find(({ ID }) => ID === key)))}
        />
      )}
      {fields?.length === 0 && <p class="soft">{words.noFields}</p>}
      {keys.length > 0 && <p class="soft small">{words.fieldHint}</p>}
      <MemberError error={error} label={words.field} />
    </>
  );
}

const firstOf = (field: CustomField | undefined) => (field && typeOf(field) === 'checkbox' ? [] : '');

/** Returns a stand-in for a deleted field, named by its id or slug. */
const unknownField = (key: string): Pick<CustomField, 'name' | 'type' | 'meta'> => ({ name: key, type: '1', meta: [] });
