/** The dialog that confirms an operator's action and asks for a reason. */
import { longestReason } from '../../../../shared/limits-of-fields.ts';
import { TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { text } from '../../text/text.ts';

const words = text.safety;

/** An action that waits for confirmation. */
export type PendingAction = {
  title: string;
  /** Label of the button. */
  action: string;
  note: string;
  isBad?: boolean;
  send: (reason: string) => Promise<unknown>;
};

export function ReasonDialog({ pending, onClose }: { pending: PendingAction; onClose: () => void }) {
  const form = useForm({ reason: '' }, async ({ reason }) => {
    await pending.send(reason.trim());
    onClose();
  });
  return (
    <FormDialog title={pending.title} form={form} action={pending.action} isBad={pending.isBad} onClose={onClose}>
      <p>{pending.note}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        maxLength={longestReason}
        required
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
