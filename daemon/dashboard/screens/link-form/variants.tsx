/** Variants of a link or a rule: names, destinations and shares, which always add up to 100%. */
import { useRef, useState } from 'preact/hooks';
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useFocusNext } from '../../../../shared/ui/use-focus-next.ts';
import { text } from '../../text/later.ts';
import { toShares, type VariantRow, withShare } from './rule-values.ts';

const words = text.linkRules;

const { fewest, most, name: longestName } = links.variants;

/** Divides visitors evenly between a destination and a new one. */
export const splitFrom = (url: string): VariantRow[] => [
  { name: '', url, weight: 50 },
  { name: '', url: '', weight: 50 },
];

/** A function that finds the problem of a part or of anything in it. `isExact`: only a problem of the part itself. */
export type ProblemOf = (part: string, isExact?: boolean) => string | undefined;

type VariantsProps = {
  rows: VariantRow[];
  onChange: (rows: VariantRow[]) => void;
  problemOf: ProblemOf;
  onStop: () => void;
};

export function Variants({ rows, onChange, problemOf, onStop }: VariantsProps) {
  const { list, focusNext } = useFocusNext<HTMLUListElement>();
  /** The shares before one of them is typed, so that intermediate digits do not change the others' proportions. */
  const before = useRef<number[]>([]);
  const shares = rows.map(({ weight }) => weight);
  const weigh = (changed: VariantRow[], weights: number[]) =>
    onChange(changed.map((row, n) => ({ ...row, weight: weights[n] as number })));
  const add = () => {
    const all = [...rows, { name: '', url: '', weight: 1 }];
    weigh(all, withShare([...shares, 1], rows.length, 100 / all.length));
    focusNext(':scope > :last-child input');
  };
  const remove = (at: number) => weigh(rows.toSpliced(at, 1), toShares(shares.toSpliced(at, 1)));
  return (
    <>
      <ul class="link-variants" ref={list}>
        {rows.map((row, n) => (
          <li key={n}>
            <VariantFields
              row={row}
              n={n}
              onChange={(part) => onChange(rows.with(n, { ...row, ...part }))}
              share={{
                most: 101 - rows.length,
                onFocus: () => {
                  before.current = shares;
                },
                onShare: (wanted) => weigh(rows, withShare(before.current, n, wanted)),
              }}
              problemOf={(part) => problemOf(`${n}.${part}`)}
              onRemove={rows.length > fewest ? () => remove(n) : undefined}
            />
          </li>
        ))}
      </ul>
      <div class="bar">
        <Button icon="plus" disabled={rows.length === most} onClick={add}>
          {words.addVariant}
        </Button>
        <Button onClick={() => weigh(rows, toShares(rows.map(() => 1)))}>{words.even}</Button>
        <Button onClick={onStop}>{words.join}</Button>
      </div>
    </>
  );
}

type ShareProps = { most: number; onFocus: () => void; onShare: (wanted: number) => void };

type VariantFieldsProps = {
  row: VariantRow;
  n: number;
  onChange: (part: Partial<VariantRow>) => void;
  share: ShareProps;
  problemOf: ProblemOf;
  onRemove: (() => void) | undefined;
};

function VariantFields({ row, n, onChange, share, problemOf, onRemove }: VariantFieldsProps) {
  return (
    <fieldset>
      <legend class="sr">{words.variant(n + 1)}</legend>
      <TextField
        label={words.name}
        value={row.name}
        onValue={(name) => onChange({ name })}
        error={problemOf('name')}
        placeholder={words.nameNote}
        maxLength={longestName}
        autocomplete="off"
      />
      <TextField
        label={words.destination}
        value={row.url}
        onValue={(url) => onChange({ url })}
        error={problemOf('url')}
        placeholder="https://"
        maxLength={longestUrl}
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
      />
      <Share {...share} weight={row.weight} error={problemOf('weight')} />
      <Button kind="bare" icon="trash" label={words.removeVariant(n + 1)} disabled={!onRemove} onClick={onRemove} />
    </fieldset>
  );
}

/** Keeps the typed text until the field is left. A text that is not a share changes nothing. */
function Share({ weight, error, most, onFocus, onShare }: ShareProps & { weight: number; error?: string }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      label={words.share}
      type="number"
      min={1}
      max={most}
      inputMode="numeric"
      value={typed ?? String(weight)}
      error={error}
      onFocus={onFocus}
      onBlur={() => setTyped(undefined)}
      onValue={(value) => {
        setTyped(Number(value) > most ? String(most) : value);
        if (Number(value) > 0) onShare(Number(value));
      }}
    />
  );
}
