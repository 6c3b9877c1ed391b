/** Turns a rule on and off at once. */
import { Switch } from '../../../../shared/ui/switch.tsx';
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
  if (!may('editor')) return <span class={active ? 'tag good' : 'tag'}>{active ? words.on : words.off}</span>;
  return <Switch label={words.turn(name, !active)} isOn={active} onTurn={(isOn) => turn(rule, isOn).then(onTurned)} />;
}
