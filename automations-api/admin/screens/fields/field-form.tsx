/** Making a custom field, or changing one; the service refuses a type that its values do not fit. */
import { Select, TextArea, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { CustomField } from '../../types.ts';
import { metaOf } from './meta.ts';

const words = text.fields;
const types = Object.entries(words.types).map(([value, label]) => ({ value, label }));
/** Select, radio, checkbox. */
const withOptions = ['4', '5', '6'];

type FieldFormProps = { field: CustomField | undefined; onClose: () => void; onDone: () => void };

const firstOf = (field: CustomField | undefined) => {
  const { placeholder, options } = field ? metaOf(field) : { placeholder: '', options: [] };
  const { name = '', slug = '', type = '1' } = field ?? {};
  return { field_name: name, slug, type, placeholder, options: options.join('\n') };
};

export function FieldForm({ field, onClose, onDone }: FieldFormProps) {
  const form = useForm(firstOf(field), async ({ options, slug, ...typed }) => {
    const lines = withOptions.includes(typed.type) ? options.split('\n').filter((line) => line.trim() !== '') : [];
    const given = { ...typed, field_name: typed.field_name.trim(), type: Number(typed.type), options: lines };
    if (field) await api.post(`/field/update/${field.ID}`, { ...given, slug });
    else await api.post('/field/add', given);
    toast((field ? words.saved : words.added)(given.field_name));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={field ? words.editTitle(field.name) : words.add}
      form={form}
      action={field ? text.actions.save : text.actions.create}
      onClose={onClose}
    >
      <TextField label={words.name} maxLength={200} required autocomplete="off" {...form.field('field_name')} />
      {field && <TextField label={words.slug} hint={words.slugHint} maxLength={200} required {...form.field('slug')} />}
      <Select label={words.type} options={types} {...form.field('type')} />
      {withOptions.includes(form.values.type) ? (
        <TextArea label={words.options} hint={words.optionsHint} rows={5} required {...form.field('options')} />
      ) : (
        <TextField label={words.placeholder} isOptional maxLength={255} {...form.field('placeholder')} />
      )}
    </FormDialog>
  );
}
