/** Asks why, before an operator's act. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { text } from '../../text/text.ts';

const words = text.safety;

/** An act that waits for its reason. */
export type Asked = {
  title: string;
  /** The word on its button. */
  action: string;
  note: string;
  isBad?: boolean;
  send: (reason: string) => Promise<unknown>;
};

type ReasonDialogProps = { asked: Asked; children?: ComponentChildren; onClose: () => void };

export function ReasonDialog({ asked, onClose }: ReasonDialogProps) {
  const form = useForm({ reason: '' }, async ({ reason }) => {
    await asked.send(reason.trim());
    onClose();
  });
  return (
    <Dialog
      title={asked.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button kind="main" isBad={asked.isBad} isBusy={form.isBusy} onClick={form.submit}>
            {asked.action}
          </Button>
        </>
      }
    >
      <form class="form" onSubmit={form.submit}>
        <Problem of={form} />
        <p>{asked.note}</p>
        <TextArea label={words.reason} hint={words.reasonHint} maxLength={1000} required {...form.field('reason')} />
      </form>
    </Dialog>
  );
}
