/** The editor of a rule: trigger, conditions and steps in one form, with a dry run. */
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { TextField } from '../../../../shared/ui/field.tsx';
import { eventKindOf, useKinds } from '../../core/kinds.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { text } from '../../text/later.ts';
import { TryRule } from './dry-run.tsx';
import { Entry, Goal } from './entry-and-goal.tsx';
import { EventPicker } from './event-picker.tsx';
import type { RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import type { CountsOf } from './step-counts.tsx';
import { Then } from './then.tsx';

const words = text.rules.editor;

type EditorProps = {
  form: RuleForm;
  /** The rule's id; undefined for a new rule. */
  ruleId?: number;
  counts?: CountsOf | undefined;
};

/** Shows the editor. It is not a `<form>`, because Enter in a step's field must not save the rule. */
export function Editor({ form, ruleId, counts }: EditorProps) {
  return (
    <div class="rule-editor">
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={longestLabel}
        autocomplete="off"
        autoFocus={ruleId === undefined}
        {...form.field('name')}
      />
      <When form={form} />
      <OnlyIf form={form} />
      <div class="rule-parts">
        <Entry form={form} counts={counts} />
        <Goal form={form} counts={counts} />
      </div>
      <Then form={form} counts={counts} />
      <TryRule form={form} ruleId={ruleId} />
    </div>
  );
}

/** Shows the second part of a rule: the filter that contacts must match. */
function OnlyIf({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
  const { conditions, trigger } = form.values;
  const isOver = eventKindOf(useKinds(), trigger.event)?.leaves_nobody ?? false;
  const isPointless = isOver && Object.keys(conditions).length === 0;
  return (
    <Part title={words.onlyIf} note={words.onlyIfNote} error={form.problems.conditions}>
      {isPointless ? (
        <p class="soft">{words.nobodyLeft}</p>
      ) : (
        <FilterEditor value={conditions} onChange={(filter) => form.set('conditions', filter)} />
      )}
    </Part>
  );
}

/** Shows the first part of a rule: the event that triggers it, optionally for one tag, list or link. */
const When = ({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) => (
  <Part title={words.when}>
    <EventPicker
      label={words.event}
      value={form.values.trigger}
      error={form.problems.trigger}
      onChange={(trigger) => form.set('trigger', trigger)}
    />
  </Part>
);
