/** The choice of an event, optionally narrowed by the fields of its kind. */
import { Select } from '../../../../shared/ui/field.tsx';
import { eventKindOf, useKinds } from '../../core/kinds.ts';
import type { RuleTrigger } from '../../core/types.ts';
import { MemberInput } from '../../members/form-input.tsx';

type EventPickerProps = {
  label: string;
  value: RuleTrigger;
  error?: string | undefined;
  onChange: (value: RuleTrigger) => void;
  /** True to omit events that delete the contact, because they end the run. */
  needsContact?: boolean;
};

export function EventPicker({ label, value, error, onChange, needsContact }: EventPickerProps) {
  const kinds = useKinds();
  const membersOf = (event: string) => eventKindOf(kinds, event)?.members.properties ?? {};
  const choose = (event: string) => {
    const kept = Object.entries(value).filter(([member]) => member in membersOf(event));
    onChange({ event, ...Object.fromEntries(kept) });
  };
  const events = (kinds?.events ?? [])
    .filter(({ name, leaves_nobody: leavesNobody }) => name === value.event || !(needsContact && leavesNobody))
    .map(({ name, label }) => ({ value: name, label }));
  const isKnown = events.some((one) => one.value === value.event);
  return (
    <div class="pair">
      <Select
        label={label}
        value={value.event}
        options={isKnown ? events : [{ value: value.event, label: value.event }, ...events]}
        error={error}
        onValue={choose}
      />
      {Object.entries(membersOf(value.event)).map(([name, member]) => (
        <MemberInput
          key={name}
          member={member}
          value={value[name]}
          isAnyOffered
          onValue={(narrow) => onChange({ ...value, [name]: narrow })}
        />
      ))}
    </div>
  );
}
