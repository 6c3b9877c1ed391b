/** The form that creates or changes a custom field. The service refuses a type that existing values do not fit. */

import { useState } from 'preact/hooks';
import { longestLabel, longestPlaceholder } from '../../../../shared/limits-of-fields.ts';
import { Check, Select, TextArea, TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { optionsOf, placeholderOf } from '../../core/fields.ts';
import type { CustomField, FieldGroup } from '../../core/types.ts';
import { FieldInput, type FieldInputValue } from '../../members/field-input.tsx';
import { text } from '../../text/later.ts';
import { noGroup } from './order.ts';

const words = text.fields;
/** Checks whether a type, as the API's code, has options: select, radio, checkbox. */
const hasOptions = (type: string): boolean => ['4', '5', '6'].includes(type);

const types = Object.entries(words.types).map(([value, label]) => ({ value, label }));

type FieldFormProps = {
  field: CustomField | undefined;
  groups: readonly FieldGroup[];
  onClose: () => void;
  onDone: () => void;
};

const firstOf = (field: CustomField | undefined) => ({
  name: field?.name ?? '',
  slug: field?.slug ?? '',
  type: field?.type ?? '1',
  group: field?.group_id ?? noGroup,
  mode: field?.mode ?? '1',
  placeholder: field ? placeholderOf(field) : '',
  options: field ? optionsOf(field).join('\n') : '',
});
type Typed = ReturnType<typeof firstOf>;

const linesOf = (options: string) =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const toBody = ({ name, type, group, mode, placeholder, options }: Typed) => ({
  field_name: name.trim(),
  type: Number(type),
  group_id: Number(group),
  mode: Number(mode),
  placeholder,
  options: hasOptions(type) ? linesOf(options) : [],
});

/** Maps the form to a field, for the preview. */
const toField = ({ name, type, mode, placeholder, options }: Typed) => ({
  name: name.trim() || words.unnamed,
  type,
  mode,
  meta: { placeholder, options: linesOf(options) },
});

export function FieldForm({ field, groups, onClose, onDone }: FieldFormProps) {
  const form = useForm(firstOf(field), async (typed) => {
    const body = toBody(typed);
    if (field) await api.post(`/field/update/${field.ID}`, { ...body, slug: typed.slug });
    else await api.post('/field/add', body);
    toast((field ? words.saved : words.added)(body.field_name));
    onDone();
    onClose();
  });
  const { type, mode } = form.values;
  const inGroups = [{ value: noGroup, label: words.groups.none }].concat(
    groups.map(({ ID, name }) => ({ value: ID, label: name })),
  );
  return (
    <FormDialog
      title={field ? words.editTitle(field.name) : words.add}
      form={form}
      action={field ? text.actions.save : text.actions.create}
      isWide
      onClose={onClose}
    >
      <div class="halves">
        <div class="form">
          <TextField label={words.name} maxLength={longestLabel} required autocomplete="off" {...form.field('name')} />
          {field && (
            <TextField
              label={words.slug}
              hint={words.slugHint}
              maxLength={longestLabel}
              required
              {...form.field('slug')}
            />
          )}
          <Select label={words.type} hint={field && words.typeHint} options={types} {...form.field('type')} />
          {hasOptions(type) ? (
            <TextArea label={words.options} hint={words.optionsHint} rows={5} required {...form.field('options')} />
          ) : (
            <TextField
              label={words.placeholder}
              isOptional
              maxLength={longestPlaceholder}
              {...form.field('placeholder')}
            />
          )}
          {groups.length > 0 && <Select label={words.group} options={inGroups} {...form.field('group')} />}
          <Check
            label={words.isEditable}
            hint={words.isEditableHint}
            isOn={mode === '1'}
            onChange={(isOn) => form.set('mode', isOn ? '1' : '2')}
          />
        </div>
        <FieldPreview key={type} field={toField(form.values)} />
      </div>
    </FormDialog>
  );
}

/** Preview of a field as the contact form will show it. */
type FieldPreviewProps = { field: Pick<CustomField, 'name' | 'type' | 'meta' | 'mode'> };

function FieldPreview({ field }: FieldPreviewProps) {
  const [value, setValue] = useState<FieldInputValue>('');
  return (
    <section class="field-preview" aria-label={text.fields.preview}>
      <h3>{text.fields.preview}</h3>
      <FieldInput field={field} value={value} onValue={setValue} readOnly={field.mode === '2'} />
    </section>
  );
}
