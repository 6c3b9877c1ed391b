/** A drawing of steps: a list with a line, and the lanes "Yes" and "No" of each branch inside it. */
import type { ComponentChildren } from 'preact';
import { text } from '../../text/later.ts';
import { type Lane, lanes, type Nested, type Place } from './step-tree.ts';
import { capital, placeWords } from './words.ts';

const words = text.rules.branch;

type StepsDrawingProps<T> = {
  steps: readonly T[];
  /** The place of the branch's lane; omitted at the top. */
  at?: Place;
  keyOf: (step: T, index: number) => number;
  /** The content of one step. */
  draw: (step: T, place: Place) => ComponentChildren;
  /** The content between steps, at the place of a new step. */
  gap?: (place: Place, isLast: boolean) => ComponentChildren;
  /** Describes the condition of a branch. */
  conditionOf: (step: T) => string;
  /** The lane that a contact takes. */
  takenOf?: (step: T) => Lane | undefined;
};

export function StepsDrawing<T extends Nested<T>>(props: StepsDrawingProps<T>) {
  const { steps, at = [], keyOf, draw, gap } = props;
  return (
    <>
      {gap?.([...at, 0], steps.length === 0)}
      {steps.length > 0 && (
        <ol class="rule-steps">
          {steps.map((step, index) => (
            <li key={keyOf(step, index)}>
              {draw(step, [...at, index])}
              {step.then && <Lanes {...props} step={step} place={[...at, index]} />}
              {gap?.([...at, index + 1], index + 1 === steps.length)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

type LanesProps<T> = StepsDrawingProps<T> & { step: T; place: Place };

function Lanes<T extends Nested<T>>({ step, place, ...drawing }: LanesProps<T>) {
  const condition = drawing.conditionOf(step);
  const taken = drawing.takenOf?.(step);
  return (
    <div class="rule-lanes">
      {lanes.map((lane) => {
        const inside = step[lane] ?? [];
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend instead of this header
          <div
            key={lane}
            role="group"
            class={`rule-lane ${lane} ${taken === undefined || taken === lane ? '' : 'passed'}`}
            aria-label={`${capital(placeWords([...place, lane]))}: ${words.when[lane](condition)}`}
          >
            <header>
              <b class={lane === 'then' ? 'tag good' : 'tag'}>{words.lanes[lane]}</b>
              <span class="soft" dir="auto">
                {words.when[lane](condition)}
              </span>
              {taken === lane && <span class="tag good">{words.taken}</span>}
            </header>
            {inside.length === 0 && !drawing.gap && <p class="soft small">{words.nothing}</p>}
            <StepsDrawing {...drawing} steps={inside} at={[...place, lane]} />
          </div>
        );
      })}
    </div>
  );
}
