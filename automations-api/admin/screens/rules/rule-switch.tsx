/** Turns a rule on and off at once. */
import { useState } from 'preact/hooks';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../api.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { Rule } from '../../types.ts';

const words = text.rules;

type Named = Pick<Rule, 'ID' | 'name' | 'active'>;

export async function turn({ ID, name }: Named, active: boolean): Promise<void> {
  await api.post(`/rule/update/${ID}`, { active });
  toast(active ? words.turnedOn(name) : words.turnedOff(name));
}

type RuleSwitchProps = { rule: Named; onTurned: () => void };

/** Who may not turn it sees how it stands. */
export function RuleSwitch({ rule, onTurned }: RuleSwitchProps) {
  const { name, active } = rule;
  const [isBusy, setBusy] = useState(false);
  const state = active ? words.on : words.off;
  if (!may('editor')) return <span class={active ? 'tag good' : 'tag'}>{state}</span>;
  const press = () => {
    setBusy(true);
    turn(rule, !active)
      .then(onTurned, (error: Error) => toast(error.message))
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      class="toggle"
      role="switch"
      aria-checked={active}
      aria-label={words.turn(name, !active)}
      title={state}
      disabled={isBusy}
      onClick={press}
    />
  );
}
