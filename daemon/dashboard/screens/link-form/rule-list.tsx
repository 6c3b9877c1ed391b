/** The ordered list of a link's rules. Users can add and remove rules, and move them by dragging or with buttons. */

import { useRef, useState } from 'preact/hooks';
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { MoveButtons } from '../../../../shared/ui/move-buttons.tsx';
import { useFocusNext } from '../../../../shared/ui/use-focus-next.ts';
import { newId } from '../../core/api.ts';
import { text } from '../../text/later.ts';
import { summaryOf } from './condition-words.ts';
import { Conditions } from './conditions.tsx';
import { moved, type RuleRow } from './rule-values.ts';
import { type ProblemOf, splitFrom, Variants } from './variants.tsx';

const { linkForm, linkRules: words } = text;

type RuleListProps = {
  rows: RuleRow[];
  onChange: (rows: RuleRow[]) => void;
  problemOf: ProblemOf;
};

export function RuleList({ rows, onChange, problemOf }: RuleListProps) {
  const { list, focusNext } = useFocusNext<HTMLOListElement>();
  const [news, setNews] = useState('');
  /** The key of the rule that was just added. This rule is shown open. */
  const [added, setAdded] = useState<string>();
  const move = (from: number, to: number) => {
    onChange(moved(rows, from, to));
    setNews(words.moved(to + 1, rows.length));
  };
  const grab = useGrab(list, move);
  const add = () => {
    const key = newId();
    setAdded(key);
    onChange([...rows, { key, when: {}, url: '', variants: [] }]);
    focusNext(':scope > :last-child .form button');
  };
  const problem = problemOf('', true);
  return (
    <>
      <p class="soft small">{words.note}</p>
      {problem && (
        <p class="field">
          <span class="error">{sentenceOf(problem, linkForm.details.rules)}</span>
        </p>
      )}
      <ol class="link-rules" ref={list}>
        {rows.map((row, n) => (
          <RuleCard
            key={row.key}
            row={row}
            n={n}
            count={rows.length}
            isNew={row.key === added || rows.length === 1}
            onChange={(part) => onChange(rows.with(n, { ...row, ...part }))}
            onGrab={(event) => grab(event, n)}
            onMove={(by) => move(n, n + by)}
            onRemove={() => onChange(rows.toSpliced(n, 1))}
            problemOf={(part, isExact) => problemOf(part === '' ? `${n}` : `${n}.${part}`, isExact)}
          />
        ))}
      </ol>
      <p class="sr" role="status">
        {news}
      </p>
      <div>
        <Button icon="plus" disabled={rows.length === links.rules.most} onClick={add}>
          {words.add}
        </Button>
      </div>
    </>
  );
}

/** Returns a function that lets the pointer move an item of a list until it is released. */
function useGrab(list: { current: HTMLElement | null }, move: (from: number, to: number) => void) {
  const latest = useRef(move);
  latest.current = move;
  return (event: PointerEvent, at: number) => {
    event.preventDefault();
    let from = at;
    const ended = new AbortController();
    const { signal } = ended;
    const follow = ({ clientY }: PointerEvent) => {
      const middles = [...(list.current?.children ?? [])].map((item) => {
        const { top, height } = item.getBoundingClientRect();
        return top + height / 2;
      });
      const above = middles.findIndex((middle, n) => n < from && clientY < middle);
      const below = middles.findLastIndex((middle, n) => n > from && clientY > middle);
      const to = above >= 0 ? above : below;
      if (to < 0) return;
      latest.current(from, to);
      from = to;
    };
    document.addEventListener('pointermove', follow, { signal });
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => ended.abort(), { signal });
  };
}

type RuleCardProps = {
  row: RuleRow;
  n: number;
  count: number;
  /** True if the rule is open at first: it was just added, or it is the only one. */
  isNew: boolean;
  onChange: (part: Partial<RuleRow>) => void;
  onGrab: (event: PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  problemOf: ProblemOf;
};

function RuleCard({ row, n, count, isNew, onChange, onGrab, onMove, onRemove, problemOf }: RuleCardProps) {
  const [isOpen, setOpen] = useState(isNew);
  const isShown = isOpen || problemOf('') !== undefined;
  return (
    <li class="card link-rule">
      <header>
        {count > 1 && (
          <span class="grip" title={words.drag} onPointerDown={onGrab}>
            <Icon name="grip" />
          </span>
        )}
        <button type="button" class="title" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
          <b>{words.rule(n + 1)}</b>
        </button>
        <MoveButtons up={words.moveUp(n + 1)} down={words.moveDown(n + 1)} at={n} count={count} onMove={onMove} />
        <Button kind="bare" icon="trash" label={words.remove(n + 1)} onClick={onRemove} />
      </header>
      {!isShown && (
        <p class="soft small">
          {summaryOf(row.when) || words.newRule} → {targetOf(row)}
        </p>
      )}
      {isShown && (
        <fieldset class="form">
          <legend class="sr">{words.rule(n + 1)}</legend>
          <Conditions
            when={row.when}
            onChange={(when) => onChange({ when })}
            problemOf={(part, isExact) => problemOf(part === '' ? 'when' : `when.${part}`, isExact)}
          />
          <RuleTarget row={row} onChange={onChange} problemOf={problemOf} />
        </fieldset>
      )}
    </li>
  );
}

const targetOf = ({ url, variants }: RuleRow) =>
  variants.length > 0 ? words.variants(variants.length) : withoutScheme(url) || '…';

function RuleTarget({
  row: { url, variants },
  onChange,
  problemOf,
}: Pick<RuleCardProps, 'row' | 'onChange' | 'problemOf'>) {
  if (variants.length > 0) {
    return (
      <Variants
        rows={variants}
        onChange={(rows) => onChange({ variants: rows })}
        problemOf={(part) => problemOf(`variants.${part}`)}
        onStop={() => onChange({ variants: [], url: variants[0]?.url ?? '' })}
      />
    );
  }
  return (
    <>
      <TextField
        label={words.target}
        value={url}
        onValue={(value) => onChange({ url: value })}
        error={problemOf('url')}
        placeholder="https://"
        maxLength={longestUrl}
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
      />
      <div>
        <Button icon="flow" onClick={() => onChange({ variants: splitFrom(url) })}>
          {words.split}
        </Button>
      </div>
    </>
  );
}
