/** The dialog that confirms an operator's action and asks for a reason. */
import { longestReason } from '../../../../shared/limits-of-fields.ts';
import { type Option, Select, TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { text } from '../../text/later.ts';

const words = text.safety;

/** An action that waits for confirmation. */
export type PendingAction = {
  title: string;
  /** Label of the button. */
  action: string;
  note: string;
  isBad?: boolean;
  reasonHint?: string;
  /** A value to choose before the reason. */
  choice?: { label: string; first: string; options: Option[] };
  send: (reason: string, chosen: string) => Promise<unknown>;
};

export function ReasonDialog({ pending, onClose }: { pending: PendingAction; onClose: () => void }) {
  const { choice } = pending;
  const form = useForm({ reason: '', chosen: choice?.first ?? '' }, async ({ reason, chosen }) => {
    await pending.send(reason.trim(), chosen);
    onClose();
  });
  return (
    <FormDialog title={pending.title} form={form} action={pending.action} isBad={pending.isBad} onClose={onClose}>
      <p>{pending.note}</p>
      {choice && <Select label={choice.label} options={choice.options} {...form.field('chosen')} />}
      <TextArea
        label={words.reason}
        hint={pending.reasonHint ?? words.reasonHint}
        maxLength={longestReason}
        required
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
