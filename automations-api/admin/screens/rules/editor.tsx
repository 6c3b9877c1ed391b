/** The editor of a rule: trigger, conditions and steps in one form, with a dry run. */
import type { ComponentChildren } from 'preact';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { eventKindOf, useKinds } from '../../core/kinds.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/text.ts';
import { TryRule } from './dry-run.tsx';
import { nameProblem, type RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { Then } from './then.tsx';

const words = text.rules.editor;

type EditorProps = {
  form: RuleForm;
  /** The rule's id; undefined for a new rule. */
  ruleId?: number;
  /** Content of the save bar. */
  children: ComponentChildren;
};

/** Shows the editor. It is not a `<form>`, because Enter in a step's field must not save the rule. */
export function Editor({ form, ruleId, children }: EditorProps) {
  return (
    <div class="rule-editor">
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={longestLabel}
        autocomplete="off"
        autoFocus={ruleId === undefined}
        {...form.field('name')}
        error={nameProblem(form)}
      />
      <When form={form} />
      <OnlyIf form={form} />
      <Then form={form} />
      <TryRule form={form} ruleId={ruleId} />
      <section class="selection" aria-label={words.changes}>
        <Problem of={form} />
        {children}
      </section>
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
function When({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
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
