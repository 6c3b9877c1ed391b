/** Turning an object on and off: a switch, or only the state for users without the permission. */
import { Switch } from '../../../shared/ui/switch.tsx';
import { toast, toastError } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { api } from './api.ts';

type Switched = { ID: number; name: string; active: boolean };

type SwitchOptions = {
  /** The object's kind in the API's paths. */
  kind: string;
  words: { turnedOn: (name: string) => string; turnedOff: (name: string) => string };
  onTurned: () => void;
};

/** Saves the state, and offers to undo it. */
export async function turn({ ID, name }: Switched, active: boolean, options: SwitchOptions): Promise<void> {
  const { kind, words, onTurned } = options;
  await api.post(`/${kind}/update/${ID}`, { active });
  const undo = () => void turn({ ID, name, active }, !active, options).catch(toastError);
  toast((active ? words.turnedOn : words.turnedOff)(name), { label: text.actions.undo, act: undo });
  onTurned();
}

type ActiveSwitchProps = SwitchOptions & {
  of: Switched;
  label: string;
  isAllowed: boolean;
  /** Shows the state as text, too: on an object's own screen, no column heading explains the switch. */
  hasText?: boolean;
  /** Asks before the object is turned on. */
  ask?: () => void;
};

export function ActiveSwitch({ of, label, isAllowed, hasText, ask, ...options }: ActiveSwitchProps) {
  const state = of.active ? text.objects.on : text.objects.off;
  if (!isAllowed) return <span class={of.active ? 'tag good' : 'tag'}>{state}</span>;
  return (
    <>
      {hasText && <span aria-hidden="true">{state}</span>}
      <Switch label={label} isOn={of.active} onTurn={async (isOn) => (isOn && ask ? ask() : turn(of, isOn, options))} />
    </>
  );
}
