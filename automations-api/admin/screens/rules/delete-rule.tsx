/** The dialog that confirms deleting a rule and shows how many runs stop. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { allRuns, openRuns } from './run-status.tsx';

const words = text.rules;

type DeleteRuleProps = { rule: Rule; onClose: () => void; onDeleted: () => void };

export const DeleteRule = ({ rule, onClose, onDeleted }: DeleteRuleProps) => (
  <Confirm
    title={words.deleteTitle(rule.name)}
    action={text.actions.delete}
    onClose={onClose}
    onConfirm={async () => {
      await api.delete(`/rule/${rule.ID}`);
      toast(words.deleted(rule.name));
      onDeleted();
    }}
  >
    {words.deleteNote(openRuns(rule), allRuns(rule))}
  </Confirm>
);
