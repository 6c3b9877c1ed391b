/** One condition in the editor: its values, its operator and a remove button. */
import { Button } from '../../../shared/ui/button.tsx';
import { uiText } from '../../../shared/ui/text.ts';
import { fieldOf, type Known } from '../core/named-objects.ts';
import { text } from '../text/later.ts';
import { isFree, waysOf } from './comparisons.ts';
import { type Condition, type How, placeOf } from './conditions.ts';
import { inWay } from './rows.ts';
import { ValueInput } from './value-input.tsx';
import { nameOf } from './words.ts';

const words = text.filter;

type ConditionRowProps = {
  condition: Condition;
  known: Known;
  others: readonly Condition[];
  onChange: (condition: Condition) => void;
  /** Removes the row; undefined for a permanent row that is empty. */
  onRemove: (() => void) | undefined;
};

export function ConditionRow({ condition, known, others, onChange, onRemove }: ConditionRowProps) {
  const { kind, how, field } = condition;
  const name = nameOf(condition, known);
  const usual = waysOf(kind, fieldOf(known, field));
  const ways = usual.includes(how) ? usual : [how, ...usual];
  return (
    <div class="filter-row" data-place={placeOf(condition)}>
      <ValueInput condition={condition} known={known} onValues={(values) => onChange({ ...condition, values })} />
      <div class="bar">
        {ways.length > 1 && (
          <select
            aria-label={words.howOf(name)}
            value={how}
            onChange={(event) => onChange(inWay(condition, event.currentTarget.value as How))}
          >
            {ways.map((way) => (
              <option key={way} value={way} disabled={way !== how && !isFree({ ...condition, how: way }, others)}>
                {words.hows[way]}
              </option>
            ))}
          </select>
        )}
        {onRemove && <Button kind="bare" icon="close" label={uiText.remove(name)} onClick={onRemove} />}
      </div>
    </div>
  );
}
