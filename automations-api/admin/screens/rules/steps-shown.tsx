/** Steps as text, with branches: for viewers, runs and dry runs. */
import type { ComponentChildren } from 'preact';
import { type Known, useKnown } from '../../core/named-objects.ts';
import type { RuleStep } from '../../core/types.ts';
import { lanes, type Nested } from './step-tree.ts';
import { StepsDrawing } from './steps-drawing.tsx';
import { conditionWords, stepWords } from './words.ts';

type StepsShownProps<T> = {
  steps: readonly T[];
  /** The outcome of a step, in a run or a dry run. */
  outcomeOf?: (step: T) => string | null;
  /** The content below a step's text. */
  below?: (step: T, known: Known) => ComponentChildren;
};

export function StepsShown<T extends RuleStep & Nested<T>>({ steps, outcomeOf, below }: StepsShownProps<T>) {
  const known = useKnown();
  return (
    <StepsDrawing
      steps={steps}
      keyOf={({ id }, index) => id ?? -index}
      conditionOf={(step) => conditionWords(step, known)}
      takenOf={(step) => lanes.find((lane) => lane === outcomeOf?.(step))}
      draw={(step, place) => (
        <div class={`rule-said ${tones[outcomeOf?.(step) ?? ''] ?? ''}`}>
          <span class="rule-number">{Number(place.at(-1)) + 1}</span>
          <div>
            <b dir="auto">{stepWords(step, known)}</b>
            {below?.(step, known)}
          </div>
        </div>
      )}
    />
  );
}

/** Colours of outcomes. */
const tones: { [outcome: string]: string } = {
  ...{ done: 'good', sent: 'good', reached_goal: 'good', failed: 'bad', stopped: 'warn' },
  ...{ change: 'good', send: 'good', fail: 'bad', stop: 'warn' },
};
