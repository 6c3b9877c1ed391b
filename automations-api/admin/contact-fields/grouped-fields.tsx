/** The inputs for custom fields, in their groups. */
import { FieldInput } from '../members/field-input.tsx';
import type { FieldsOfGroup } from './field-groups.ts';
import { fieldName, type Value, type Values } from './values.ts';

type GroupedFieldsProps = {
  groups: readonly FieldsOfGroup[];
  values: Values;
  problems: Record<string, string>;
  onValue: (name: string, value: Value) => void;
};

export const GroupedFields = ({ groups, values, problems, onValue }: GroupedFieldsProps) => (
  <>
    {groups.map(({ name, members }) => (
      <fieldset key={name} class="form group-of-fields">
        <legend dir="auto">{name}</legend>
        {members.map((field) => (
          <FieldInput
            key={field.ID}
            field={field}
            readOnly={field.mode === '2'}
            value={values[fieldName(field.ID)] ?? ''}
            onValue={(value) => onValue(fieldName(field.ID), value)}
            error={problems[fieldName(field.ID)]}
          />
        ))}
      </fieldset>
    ))}
  </>
);
