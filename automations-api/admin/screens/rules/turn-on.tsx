/** The dialog that confirms turning a rule on: its likely number of runs, and that it ignores earlier events. */
import { useForm } from '../../../../shared/ui/form.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Rule, RuleReach } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.rules;

type TurnOnProps = { rule: Rule; onClose: () => void; onTurned: () => void };

export function TurnOn({ rule, onClose, onTurned }: TurnOnProps) {
  const { ID, name, trigger, conditions } = rule;
  const reach = useLoad(
    async (signal) => (await api.post<{ reach: RuleReach }>('/rule/reach', { trigger, conditions }, { signal })).reach,
    [ID],
  );
  const form = useForm({}, async () => {
    await api.post(`/rule/update/${ID}`, { active: true });
    toast(words.turnedOn(name));
    onTurned();
    onClose();
  });
  return (
    <FormDialog title={words.turnOnTitle(name)} form={form} action={words.turnOn} onClose={onClose}>
      <p aria-live="polite">
        {reach.data ? words.reach(reach.data) : reach.error ? words.reachUnknown : words.reachLoading}
      </p>
      <p class="soft">{words.turnOnNote}</p>
    </FormDialog>
  );
}
