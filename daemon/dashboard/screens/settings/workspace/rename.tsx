/** The workspace's name, and the id that the API knows it by. */
import { longestName } from '../../../../../shared/limits-of-fields.ts';
import { CopyButton } from '../../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { ReadOnly, TextField } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../api.ts';
import { may, membership, refreshSession } from '../../../session.ts';
import { text } from '../../../text/text.ts';

const words = text.workspace;

export function Rename() {
  const { id = '', name: before = '' } = membership.value ?? {};
  const form = useForm({ name: before }, async ({ name }) => {
    await api.patch('/workspace', { name: name.trim() });
    await refreshSession();
    form.reset({ name: name.trim() });
    toast(words.saved);
  });
  return (
    <CardForm title={words.name} form={form} action={may('admin') ? text.actions.save : undefined}>
      <div class="pair">
        <TextField
          label={words.name}
          maxLength={longestName}
          required
          readOnly={!may('admin')}
          autocomplete="off"
          {...form.field('name')}
        />
        <div class="with-copy">
          <ReadOnly label={words.id} value={id} hint={words.idHint} />
          <CopyButton text={id} name={`${text.ui.copy} ${words.id}`} />
        </div>
      </div>
    </CardForm>
  );
}
