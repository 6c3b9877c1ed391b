/** The first part of a rule: the event that triggers it, optionally for one tag, list or link. */
import { Select } from '../../../../shared/ui/field.tsx';
import { eventKindOf, useKinds } from '../../core/kinds.ts';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/text.ts';
import type { RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';

const words = text.rules.editor;

export function When({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
  const { trigger } = form.values;
  const kinds = useKinds();
  const membersOf = (event: string) => eventKindOf(kinds, event)?.members.properties ?? {};
  const choose = (event: string) => {
    const kept = Object.entries(trigger).filter(([member]) => member in membersOf(event));
    form.set('trigger', { event, ...Object.fromEntries(kept) });
  };
  const events = (kinds?.events ?? []).map(({ name, label }) => ({ value: name, label }));
  const isKnown = events.some(({ value }) => value === trigger.event);
  return (
    <Part title={words.when}>
      <div class="pair">
        <Select
          label={words.event}
          value={trigger.event}
          options={isKnown ? events : [{ value: trigger.event, label: trigger.event }, ...events]}
          error={form.problems.trigger}
          onValue={choose}
        />
        {Object.entries(membersOf(trigger.event)).map(([name, member]) => (
          <MemberInput
            key={name}
            member={member}
            value={trigger[name]}
            isAnyOffered
            onValue={(value) => form.set('trigger', { ...trigger, [name]: value })}
          />
        ))}
      </div>
    </Part>
  );
}
