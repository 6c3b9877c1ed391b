/** A dialog that sets one custom field for many contacts. */
import { Select } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { useFields } from '../../core/fields.ts';
import { FieldInput, type FieldInputValue } from '../../members/field-input.tsx';
import { text } from '../../text/text.ts';

const words = text.contacts.many;

type SetFieldProps = { count: number; onStart: (action: object) => Promise<unknown>; onClose: () => void };

export function SetField({ count, onStart, onClose }: SetFieldProps) {
  const fields = useFields() ?? [];
  const form = useForm<{ field: string; value: FieldInputValue }>(
    { field: '', value: '' },
    async ({ field, value }) => {
      await onStart({ action: 'set_field', field: { [field]: value } });
      onClose();
    },
  );
  const field = fields.find(({ ID }) => ID === form.values.field);
  return (
    <FormDialog
      title={words.fieldTitle(count)}
      form={form}
      action={text.actions.save}
      isDisabled={!field}
      onClose={onClose}
    >
      <Select
        label={words.field}
        value={form.values.field}
        options={[{ value: '', label: '—' }, ...fields.map(({ ID, name }) => ({ value: ID, label: name }))]}
        onValue={(id) => {
          form.set('field', id);
          form.set('value', '');
        }}
      />
      {field && (
        <>
          <FieldInput field={field} value={form.values.value} onValue={(value) => form.set('value', value)} />
          <p class="soft small">{words.emptyClears}</p>
        </>
      )}
    </FormDialog>
  );
}
