/** Steps as text, with branches: for viewers, runs and dry runs. */
import type { ComponentChildren } from 'preact';
import { type Known, useKnown } from '../../core/named-objects.ts';
import type { RuleStep } from '../../core/types.ts';
import type { Lane, Nested } from './step-tree.ts';
import { StepsDrawing } from './steps-drawing.tsx';
import { conditionWords, stepWords } from './words.ts';

type StepsShownProps<T> = {
  steps: readonly T[];
  toneOf?: (step: T) => string;
  /** The content below a step's text. */
  below?: (step: T, known: Known) => ComponentChildren;
  takenOf?: (step: T) => Lane | undefined;
};

export function StepsShown<T extends RuleStep & Nested<T>>(props: StepsShownProps<T>) {
  const { steps, toneOf, below, takenOf } = props;
  const known = useKnown();
  return (
    <StepsDrawing
      steps={steps}
      keyOf={({ id }, index) => id ?? -index}
      conditionOf={(step) => conditionWords(step, known)}
      takenOf={takenOf}
      draw={(step, place) => (
        <div class={`rule-said ${toneOf?.(step) ?? ''}`}>
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
