/** A dialog that asks for a name. */
import type { ComponentChildren } from 'preact';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { FormDialog } from './form-dialog.tsx';

type NameDialogProps = {
  title: string;
  label: string;
  hint?: ComponentChildren;
  /** The current name, if there is one. */
  name?: string;
  maxLength: number;
  /** The label of the submit button. */
  action: string;
  /** Saves the trimmed name; then the dialog closes. */
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
};

export function NameDialog({ title, label, hint, name = '', maxLength, action, save, onClose }: NameDialogProps) {
  const form = useForm({ name }, async (typed) => {
    await save(typed.name.trim());
    onClose();
  });
  return (
    <FormDialog title={title} form={form} action={action} onClose={onClose}>
      <TextField label={label} hint={hint} maxLength={maxLength} required autocomplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
