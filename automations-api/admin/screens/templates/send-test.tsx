/** The dialog that sends a test email of a saved template. */
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import { text } from '../../text/later.ts';

const words = text.templates.test;

export function SendTest({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({ email: session.value?.user.email ?? '' }, async ({ email }) => {
    await api.post(`/template/${id}/test`, { email: email.trim() });
    toast(words.sent(email.trim()));
    onClose();
  });
  return (
    <FormDialog title={words.title} form={form} action={words.action} onClose={onClose}>
      <TextField
        label={words.to}
        hint={words.note}
        type="email"
        autocomplete="email"
        required
        {...form.field('email')}
      />
    </FormDialog>
  );
}
