/** A switch that turns a rule off at once, and on after a confirmation. */
import { useState } from 'preact/hooks';
import { Switch } from '../../../../shared/ui/switch.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { TurnOn } from './turn-on.tsx';

const words = text.rules;

export async function turnOff({ ID, name }: Pick<Rule, 'ID' | 'name'>): Promise<void> {
  await api.post(`/rule/update/${ID}`, { active: false });
  toast(words.turnedOff(name));
}

type RuleSwitchProps = { rule: Rule; onTurned: () => void };

/** Shows the switch; viewers see only the state. */
export function RuleSwitch({ rule, onTurned }: RuleSwitchProps) {
  const { name, active } = rule;
  const [isAsking, setAsking] = useState(false);
  if (!may('editor')) return <span class={active ? 'tag good' : 'tag'}>{active ? words.on : words.off}</span>;
  return (
    <>
      <Switch
        label={words.turn(name, !active)}
        isOn={active}
        onTurn={async (isOn) => (isOn ? setAsking(true) : turnOff(rule).then(onTurned))}
      />
      {isAsking && <TurnOn rule={rule} onClose={() => setAsking(false)} onTurned={onTurned} />}
    </>
  );
}
