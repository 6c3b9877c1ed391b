/** The third part of a rule: its steps, which can be added, moved and removed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { rules } from '../../../../shared/limits-of-fields.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { addWithin, Limit } from '../../../../shared/ui/limit.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { eventKindOf, iconOf, useKinds } from '../../core/kinds.ts';
import type { StepKind } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { type DraftStep, newStepOf } from './draft.ts';
import { canChange } from './permissions.ts';
import { type RuleForm, stepProblem, stepsProblem } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { StepCard, stepId } from './step-card.tsx';

const words = text.rules.editor;

export function Then({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
  const { steps, trigger } = form.values;
  const [news, setNews] = useState('');
  const isOver = eventKindOf(useKinds(), trigger.event)?.leaves_nobody ?? false;
  const focusLater = useFocusLater();
  const set = (changed: DraftStep[]) => form.set('steps', changed);
  const add = (kind: StepKind, at: number) =>
    addWithin(steps.length, rules.steps, () => {
      const step = newStepOf(kind);
      set(steps.toSpliced(at, 0, step));
      focusLater(`#${stepId(step)} .body :is(input, select, textarea)`, `#${stepId(step, 'up')}`);
    });
  const move = (step: DraftStep, index: number, by: -1 | 1) => {
    set(steps.toSpliced(index, 1).toSpliced(index + by, 0, step));
    const [same, other] = by < 0 ? ['up', 'down'] : ['down', 'up'];
    focusLater(`#${stepId(step, same)}:not(:disabled)`, `#${stepId(step, other)}`);
    setNews(words.moved(index + 1 + by, steps.length));
  };
  const remove = (index: number) => {
    set(steps.toSpliced(index, 1));
    focusLater(`[data-add="${Math.max(0, index)}"] button`);
  };
  const addBelow = (after: number) => (
    <div class="rule-line" data-add={after}>
      <AddStep after={after} isLast={after === steps.length} isFarewell={isOver} onAdd={(kind) => add(kind, after)()} />
    </div>
  );
  const list = (
    <>
      {addBelow(0)}
      <ol>
        {steps.map((step, index) => (
          <li key={step.key}>
            <StepCard
              step={step}
              index={index}
              count={steps.length}
              error={stepProblem(form, index)}
              onChange={(changes) => set(steps.with(index, { ...step, ...changes }))}
              onMove={(by) => move(step, index, by)}
              onRemove={() => remove(index)}
            />
            {addBelow(index + 1)}
          </li>
        ))}
      </ol>
      <Limit count={steps.length} most={rules.steps} />
      <span class="sr" aria-live="polite">
        {news}
      </span>
    </>
  );
  return <Part title={words.thenDo} note={words.thenNote} error={stepsProblem(form)} below={list} />;
}

/** Returns a function that focuses the first existing element after the next rendering. */
function useFocusLater() {
  const wanted = useRef<string[]>([]);
  useEffect(() => {
    const found = wanted.current.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
    wanted.current = [];
    found?.focus();
  });
  return (...selectors: string[]) => {
    wanted.current = selectors;
  };
}

type AddStepProps = {
  /** The number of the step above; 0 for the start. */
  after: number;
  isLast: boolean;
  isFarewell: boolean;
  onAdd: (kind: StepKind) => void;
};

function AddStep({ after, isLast, isFarewell, onAdd }: AddStepProps) {
  const known = useKinds();
  const kinds = (known?.steps ?? [])
    .filter(({ name, needs_nobody: needsNobody }) => canChange(known, name) && (needsNobody || !isFarewell))
    .sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <Menu
      label={isLast ? undefined : words.addAfter(after)}
      class={isLast ? 'btn rule-add' : 'btn rule-add icon'}
      items={kinds.map((kind) => ({
        label: kind.label,
        icon: iconOf(kind),
        isBad: kind.last,
        isApart: kind.pauses || kind.last,
        onSelect: () => onAdd(kind),
      }))}
    >
      <Icon name="plus" size={isLast ? 17 : 14} />
      {isLast && words.addStep}
    </Menu>
  );
}

/** Returns a kind's place in the menu: first steps that act, then steps that pause, then steps that end the rule. */
const placeOf = ({ pauses, last }: StepKind): number => (last ? 2 : pauses ? 1 : 0);
