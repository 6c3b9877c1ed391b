/** The form that creates a segment: name, conditions, and the number of contacts that match now. */

import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Filter } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { useCount } from '../../filter/use-count.ts';
import { text } from '../../text/later.ts';

const words = text.segments;

type NewSegmentProps = { onClose: () => void; onDone: () => void };

export function NewSegment({ onClose, onDone }: NewSegmentProps) {
  const form = useForm({ name: '', filter: {} as Filter }, async ({ name, filter }) => {
    const given = name.trim();
    await api.post('/segment/add', { name: given, filter });
    toast(words.saved(given));
    onDone();
    onClose();
  });
  const count = useCount(form.values.filter);
  return (
    <FormDialog title={words.add} form={form} action={text.actions.create} isWide onClose={onClose}>
      <TextField label={words.name} maxLength={longestLabel} required autocomplete="off" {...form.field('name')} />
      <fieldset class="segment-filter">
        <legend>{words.conditions}</legend>
        <FilterEditor value={form.values.filter} onChange={(filter) => form.set('filter', filter)} />
      </fieldset>
      {form.problems.filter && (
        <p class="notice bad" role="alert">
          {sentenceOf(form.problems.filter)}
        </p>
      )}
      <p class="notice" aria-live="polite">
        {count.error
          ? sentenceOf(count.error.message)
          : count.data === undefined
            ? words.counting
            : words.meets(count.data)}
      </p>
    </FormDialog>
  );
}
