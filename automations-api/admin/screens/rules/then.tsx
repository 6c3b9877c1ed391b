/** The steps of a rule, which can be added, moved, duplicated and removed, even in the lanes of branches. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rules } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { addWithin, Limit } from '../../../../shared/ui/limit.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { eventKindOf, iconOf, useKinds } from '../../core/kinds.ts';
import { useKnown } from '../../core/named-objects.ts';
import type { StepKind } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { copyOf, type DraftStep, isBranch, newStepOf } from './draft.ts';
import { canChange } from './permissions.ts';
import { type RuleForm, stepProblem } from './rule-form.ts';
import { Part } from './rule-part.tsx';
import { StepCard, stepId } from './step-card.tsx';
import { type CountsOf, StepCounts } from './step-counts.tsx';
import * as tree from './step-tree.ts';
import { StepsDrawing } from './steps-drawing.tsx';
import { conditionWords, placeWords } from './words.ts';

const words = text.rules.editor;

/** Maximum number of steps for which a rule initially shows all fields. */
const mostOpen = 6;

type ThenProps = { form: Pick<RuleForm, 'values' | 'set' | 'problems'>; counts: CountsOf | undefined };

export function Then({ form, counts }: ThenProps) {
  const { steps, trigger } = form.values;
  const known = useKnown();
  const { insert, move, remove, news } = useStepEdits(form);
  const isOver = eventKindOf(known.kinds, trigger.event)?.leaves_nobody ?? false;
  const count = tree.placesOf(steps).length;
  // A long rule shows its saved steps as text, so that its branches are visible at once.
  const [isAllOpen, setAllOpen] = useState(count <= mostOpen);
  const [opened, setOpened] = useState<{ [key: number]: boolean }>({});
  const isOpen = ({ key, id }: DraftStep) => opened[key] ?? (isAllOpen || id === undefined);
  const gap = (place: tree.Place, isLast: boolean) => (
    <div class="rule-line" data-add={place.join('.')}>
      <AddStep place={place} isLast={isLast} isFarewell={isOver} onAdd={(kind) => insert(newStepOf(kind), place)} />
    </div>
  );
  const draw = (step: DraftStep, place: tree.Place) => {
    const moveTo = (target: tree.Place | undefined, pressed: Pressed) =>
      target && (() => move(step, place, target, pressed));
    return (
      <StepCard
        step={step}
        place={place}
        error={stepProblem(form, place)}
        counts={step.id !== undefined && counts && <StepCounts of={counts} id={step.id} />}
        isOpen={isOpen(step)}
        onOpen={(next) => setOpened({ ...opened, [step.key]: next })}
        onChange={(changes) => form.set('steps', tree.replaced(steps, place, { ...step, ...changes }))}
        onUp={moveTo(tree.nextPlace(steps, place, step, -1), 'up')}
        onDown={moveTo(tree.nextPlace(steps, place, step, 1), 'down')}
        onOut={moveTo(tree.placeBelowBranch(place), 'more')}
        onDuplicate={() => insert(copyOf(step), [...place.slice(0, -1), Number(place.at(-1)) + 1])}
        onRemove={() => remove(step, place)}
      />
    );
  };
  const list = (
    <>
      <StepsDrawing
        steps={steps}
        keyOf={({ key }) => key}
        draw={draw}
        gap={gap}
        conditionOf={({ values }) => conditionWords(values, known)}
      />
      <Limit count={count} most={rules.steps} />
      <span class="sr" aria-live="polite">
        {news}
      </span>
    </>
  );
  const openAll = () => {
    setAllOpen(!isAllOpen);
    setOpened({});
  };
  return (
    <Part title={words.thenDo} note={words.thenNote} error={form.problems.steps} below={list}>
      {count > 1 && (
        <p>
          <Button kind="bare" onClick={openAll}>
            {isAllOpen ? words.closeAll : words.openAll}
          </Button>
        </p>
      )}
    </Part>
  );
}

/** Changes to the tree of steps. The focus follows them, and `news` describes the last change to screen readers. */
function useStepEdits(form: ThenProps['form']) {
  const { steps } = form.values;
  const [news, setNews] = useState('');
  const focusLater = useFocusLater();
  const latest = useRef(steps);
  latest.current = steps;
  const set = (changed: DraftStep[]) => form.set('steps', changed);
  const insert = (step: DraftStep, place: tree.Place) =>
    addWithin(tree.placesOf(steps).length + tree.placesOf([step]).length - 1, rules.steps, () => {
      set(tree.inserted(steps, place, step));
      focusLater(`#${stepId(step)} .body :is(input, select, textarea, button)`, moreButton(step));
      setNews(words.added(placeWords(place)));
    })();
  const move = (step: DraftStep, from: tree.Place, to: tree.Place, pressed: Pressed) => {
    set(tree.inserted(tree.removed(steps, from), to, step));
    const enabled = [pressed, pressed === 'up' ? 'down' : 'up'].map((part) => `button#${stepId(step, part)}:enabled`);
    focusLater(...(pressed === 'more' ? [moreButton(step)] : enabled));
    setNews(words.moved(placeWords(to)));
  };
  const remove = (step: DraftStep, place: tree.Place) => {
    set(tree.removed(steps, place));
    focusLater(`[data-add="${place.join('.')}"] button`);
    const restore = () => {
      set(tree.inserted(latest.current, place, step));
      focusLater(moreButton(step));
    };
    toast(words.removed(placeWords(place)), { label: words.undo, act: restore });
  };
  return { insert, move, remove, news };
}

/** The control that moved a step, which keeps the focus. */
type Pressed = 'up' | 'down' | 'more';

const moreButton = (step: DraftStep): string => `#${stepId(step, 'more')} button`;

/** Returns a function that focuses the first existing element after the next rendering. */
function useFocusLater() {
  const wanted = useRef<string[]>([]);
  useLayoutEffect(() => {
    const found = wanted.current.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
    wanted.current = [];
    found?.focus();
  });
  return (...selectors: string[]) => {
    wanted.current = selectors;
  };
}

type AddStepProps = {
  place: tree.Place;
  /** True for the last place of its list. */
  isLast: boolean;
  isFarewell: boolean;
  onAdd: (kind: StepKind) => void;
};

function AddStep({ place, isLast, isFarewell, onAdd }: AddStepProps) {
  const known = useKinds();
  const lane = place.at(-2) as tree.Lane | undefined;
  const label = lane ? words.addTo(text.rules.branch.lanes[lane]) : words.addStep;
  const isDeepest = !tree.fits({ then: [] }, place);
  const kinds = (known?.steps ?? [])
    .filter(({ name, needs_nobody: needsNobody }) => canChange(known, name) && (needsNobody || !isFarewell))
    .filter((kind) => !(isDeepest && isBranch(kind)))
    .sort((a, b) => orderOf(a) - orderOf(b));
  return (
    <Menu
      label={isLast ? (lane ? `${label}: ${placeWords(place)}` : undefined) : words.addAt(placeWords(place))}
      class={isLast ? 'btn rule-add' : 'btn rule-add icon'}
      items={kinds.map((kind, n) => ({
        label: kind.label,
        icon: iconOf(kind),
        isBad: kind.last,
        isApart: n > 0 && orderOf(kind) !== orderOf(kinds[n - 1] as StepKind),
        onSelect: () => onAdd(kind),
      }))}
    >
      <Icon name="plus" size={isLast ? 17 : 14} />
      {isLast && label}
    </Menu>
  );
}

/** Returns a kind's place in the menu: steps that act, then branches and pauses, then steps that end the rule. */
const orderOf = (kind: StepKind): number => (kind.last ? 2 : kind.pauses || isBranch(kind) ? 1 : 0);
