/** Confirms cancelling a run. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { RuleRun } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.rules.run;

type CancelRunProps = { run: RuleRun; onClose: () => void; onEnded: () => void };

export const CancelRun = ({ run, onClose, onEnded }: CancelRunProps) => (
  <Confirm
    title={words.cancelTitle(run.contact_email ?? words.gone(run.contact_id))}
    action={words.cancel}
    onClose={onClose}
    onConfirm={async () => {
      await api.post(`/rule-run/cancel/${run.ID}`);
      toast(words.cancelled);
      onEnded();
    }}
  >
    {words.cancelNote}
  </Confirm>
);
