/** The parts of a rule about its runs: how often a contact can enter, and the goal that ends a run early. */
import { Select } from '../../../../shared/ui/field.tsx';
import type { Filter } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/later.ts';
import { isEvent } from './draft.ts';
import { EventPicker } from './event-picker.tsx';
import type { RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { type CountsOf, RuleCount } from './step-counts.tsx';

const words = text.rules;

type PartOfForm = { form: Pick<RuleForm, 'values' | 'set' | 'problems'>; counts: CountsOf | undefined };

const firstPause = '30 days';

export function Entry({ form, counts }: PartOfForm) {
  const { entry } = form.values;
  return (
    <Part title={words.entry.title} note={words.entry.note}>
      <Select
        label={words.entry.how}
        value={typeof entry === 'string' ? entry : 'after'}
        options={(['again', 'once', 'after'] as const).map((value) => ({ value, label: words.entry.ways[value] }))}
        error={typeof entry === 'string' ? form.problems.entry : undefined}
        onValue={(way) => form.set('entry', way === 'after' ? { after: firstPause } : (way as 'once' | 'again'))}
      />
      {typeof entry === 'object' && (
        <MemberInput
          member={{ type: 'string', control: 'duration', title: words.entry.after }}
          value={entry.after}
          error={form.problems.entry}
          onValue={(after) => form.set('entry', { after: String(after) })}
        />
      )}
      {counts && <RuleCount of={counts} state="entered" />}
    </Part>
  );
}

export function Goal({ form, counts }: PartOfForm) {
  const { goal } = form.values;
  const choices = { none: null, event: { event: 'tag.added' }, filter: {} };
  const chosen = goal === null ? 'none' : isEvent(goal) ? 'event' : 'filter';
  return (
    <Part title={words.goal.title} note={words.goal.note} error={chosen === 'filter' ? form.problems.goal : undefined}>
      <Select
        label={words.goal.how}
        value={chosen}
        options={(['none', 'event', 'filter'] as const).map((value) => ({ value, label: words.goal.ways[value] }))}
        onValue={(way) => form.set('goal', choices[way as keyof typeof choices])}
      />
      {goal !== null &&
        (isEvent(goal) ? (
          <EventPicker
            label={words.editor.event}
            value={goal}
            error={form.problems.goal}
            needsContact
            onChange={(event) => form.set('goal', event)}
          />
        ) : (
          <FilterEditor value={goal as Filter} onChange={(filter) => form.set('goal', filter)} />
        ))}
      {counts && (goal || counts.counts.reached_goal > 0) && <RuleCount of={counts} state="reached_goal" />}
    </Part>
  );
}
