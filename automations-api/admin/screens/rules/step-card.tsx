/** One step in the editor: its name, buttons to move and remove it, and its fields. */
import { Button } from '../../../../shared/ui/button.tsx';
import { stepKindOf, useKinds } from '../../core/kinds.ts';
import { text } from '../../text/text.ts';
import type { DraftStep } from './draft.ts';
import { canChange } from './permissions.ts';
import { StepFields } from './step-fields.tsx';

const words = text.rules.editor;

type StepCardProps = {
  step: DraftStep;
  index: number;
  count: number;
  error: string | undefined;
  onChange: (changes: Partial<DraftStep>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Returns the id of a step's card or of one of its buttons, to restore the focus after a move. */
export const stepId = ({ key }: Pick<DraftStep, 'key'>, part = 'step'): string => `rule-${part}-${key}`;

export function StepCard({ step, index, count, error, onChange, onMove, onRemove }: StepCardProps) {
  const n = index + 1;
  const kinds = useKinds();
  const kind = stepKindOf(kinds, step.kind);
  const isOwn = canChange(kinds, step.kind);
  return (
    <section id={stepId(step)} class="card rule-step" aria-labelledby={stepId(step, 'title')}>
      <header>
        <h3 id={stepId(step, 'title')}>
          <span class="rule-number">{n}</span>
          {kind?.label ?? step.kind}
        </h3>
        <div class="bar">
          <Button
            id={stepId(step, 'up')}
            kind="bare"
            icon="ascending"
            label={words.moveUp(n)}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <Button
            id={stepId(step, 'down')}
            kind="bare"
            icon="descending"
            label={words.moveDown(n)}
            disabled={n === count}
            onClick={() => onMove(1)}
          />
          {isOwn && <Button kind="bare" icon="trash" label={words.removeStep(n)} onClick={onRemove} />}
        </div>
      </header>
      <div class="body form">
        <StepFields step={step} kind={kind} readOnly={!isOwn} error={error} onChange={onChange} />
      </div>
    </section>
  );
}
