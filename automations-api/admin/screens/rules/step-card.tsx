/** One step in the editor: its name, buttons to move it, a menu, its counts and its fields. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx';
import { iconOf, stepKindOf } from '../../core/kinds.ts';
import { useKnown } from '../../core/named-objects.ts';
import { text } from '../../text/later.ts';
import { type DraftStep, stepOf } from './draft.ts';
import { canChange } from './permissions.ts';
import { StepFields } from './step-fields.tsx';
import { type Place, placesOf } from './step-tree.ts';
import { capital, placeWords, stepWords } from './words.ts';

const words = text.rules.editor;

type StepCardProps = {
  step: DraftStep;
  place: Place;
  error: string | undefined;
  counts: ComponentChildren;
  /**
   * Whether the fields are shown; otherwise the step is shown as text. If the step has an error, they are always shown.
   */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (changes: Partial<DraftStep>) => void;
  /** Moves the step; undefined if it is already at the end. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  /** Moves the step below its branch; undefined outside branches. */
  onOut: (() => void) | undefined;
  onDuplicate: () => void;
  onRemove: () => void;
};

/** Returns the id of a step's card or of one of its buttons, to restore the focus after a move. */
export const stepId = ({ key }: Pick<DraftStep, 'key'>, part = 'step'): string => `rule-${part}-${key}`;

export function StepCard({
  step,
  place,
  error,
  counts,
  isOpen,
  onOpen,
  onChange,
  onUp,
  onDown,
  ...acts
}: StepCardProps) {
  const known = useKnown();
  const { kinds } = known;
  const isShown = isOpen || error !== undefined;
  const kind = stepKindOf(kinds, step.kind);
  const isOwn = placesOf([step]).every((one) => canChange(kinds, one.step.kind));
  const where = placeWords(place);
  const items: MenuItem[] = [
    ...(isOwn ? [{ label: words.duplicate, icon: 'copy' as const, onSelect: acts.onDuplicate }] : []),
    ...(acts.onOut ? [{ label: words.moveOut, icon: 'out' as const, onSelect: acts.onOut }] : []),
    ...(isOwn ? [{ label: words.remove, icon: 'trash' as const, isBad: true, onSelect: acts.onRemove }] : []),
  ];
  return (
    <section id={stepId(step)} class="card rule-step" aria-labelledby={stepId(step, 'title')}>
      <header>
        <h3 id={stepId(step, 'title')}>
          <button type="button" class="plain-button" aria-expanded={isShown} onClick={() => onOpen(!isShown)}>
            <span class="sr">{capital(where)}:</span>
            <span class="rule-number" aria-hidden="true">
              {Number(place.at(-1)) + 1}
            </span>
            {kind && <Icon name={iconOf(kind)} />}
            {kind?.label ?? step.kind}
            <Icon name="down" size={14} />
          </button>
        </h3>
        <StepTools step={step} where={where} items={items} onUp={onUp} onDown={onDown} />
      </header>
      {counts}
      {isShown ? (
        <div class="body form">
          <StepFields step={step} kind={kind} readOnly={!isOwn} error={error} onChange={onChange} />
        </div>
      ) : (
        <p class="body" dir="auto">
          {stepWords(stepOf(step), known)}
        </p>
      )}
    </section>
  );
}

type StepToolsProps = Pick<StepCardProps, 'step' | 'onUp' | 'onDown'> & { where: string; items: MenuItem[] };

/** Shows the buttons that move a step, and its menu. */
const StepTools = ({ step, where, items, onUp, onDown }: StepToolsProps) => (
  <div class="bar">
    <Button
      id={stepId(step, 'up')}
      kind="bare"
      icon="ascending"
      label={words.moveUp(where)}
      disabled={!onUp}
      onClick={onUp}
    />
    <Button
      id={stepId(step, 'down')}
      kind="bare"
      icon="descending"
      label={words.moveDown(where)}
      disabled={!onDown}
      onClick={onDown}
    />
    {items.length > 0 && (
      <span id={stepId(step, 'more')}>
        <Menu class="btn bare icon" label={text.ui.actions(where)} items={items}>
          <Icon name="more" />
        </Menu>
      </span>
    )}
  </div>
);
