/** Gives what the list of contacts shows a name, so that it can be used again. */
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';

const words = text.segments;

type SaveSegmentProps = { filter: object; onClose: () => void };

export function SaveSegment({ filter, onClose }: SaveSegmentProps) {
  const form = useForm({ name: '' }, async ({ name }) => {
    await api.post('/segment/add', { name: name.trim(), filter });
    toast(words.saved(name.trim()));
    onClose();
  });
  return (
    <FormDialog title={words.save} form={form} action={text.actions.save} onClose={onClose}>
      <TextField
        label={words.name}
        hint={words.saveHint}
        maxLength={200}
        required
        autocomplete="off"
        {...form.field('name')}
      />
    </FormDialog>
  );
}
