/** Gives something a name, or another one. */
import type { ComponentChildren } from 'preact';
import { TextField } from './field.tsx';
import { useForm } from './form.ts';
import { FormDialog } from './form-dialog.tsx';

type NameDialogProps = {
  title: string;
  label: string;
  hint?: ComponentChildren;
  /** The current name. */
  name?: string;
  maxLength: number;
  /** The word on the button. */
  action: string;
  /** With no space around the name; the window closes after it. */
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
