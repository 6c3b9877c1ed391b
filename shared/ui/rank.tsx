/** Rows ranked by number, with bars behind them. A dialog with a search lists all of them. */
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { number, percent } from './format.ts';
import { uiText } from './text.ts';

export type Ranked = {
  value: string;
  label: string;
  count: number;
  /** A link for the row, instead of a button that filters. */
  href?: string;
};

type RankProps = {
  /** The kind of rows, such as "Countries". The list and the dialog have it as their name. */
  title: string;
  items: readonly Ranked[];
  /** The total from which percentages are calculated. */
  total: number;
  /** The number of rows shown before "Show all". */
  shown?: number;
  /** Filters by a row; undefined if the screen has no such filter. */
  onChoose?: (item: Ranked) => void;
  isChosen?: (item: Ranked) => boolean;
  canChoose?: (item: Ranked) => boolean;
};

export function Rank({ title, items, total, shown = 8, ...choosing }: RankProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return <p class="none">{uiText.nothingYet}</p>;
  return (
    <>
      <Rows title={title} items={items.slice(0, shown)} total={total} {...choosing} />
      {items.length > shown && (
        <div class="rest">
          <Button kind="bare" aria-label={`${uiText.showAll(items.length)}: ${title}`} onClick={() => setOpen(true)}>
            {uiText.showAll(items.length)}
          </Button>
        </div>
      )}
      {isOpen && <All title={title} items={items} total={total} {...choosing} onClose={() => setOpen(false)} />}
    </>
  );
}

type RowsProps = Omit<RankProps, 'shown'>;

function Rows({ title, items, total, onChoose, isChosen, canChoose = () => true }: RowsProps) {
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul class="rank" aria-label={title}>
      {items.map((item) => {
        const inside = (
          <>
            <i style={{ inlineSize: `${Math.max(0.5, (item.count / most) * 100)}%` }} />
            <span class="cut" dir="auto" title={item.label}>
              {item.label}
            </span>
            <span class="counts">
              <b>{number(item.count)}</b>
              <em>{total > 0 ? percent(item.count / total) : ''}</em>
            </span>
          </>
        );
        return (
          <li key={item.value}>
            {item.href ? (
              <a href={item.href}>{inside}</a>
            ) : onChoose && canChoose(item) ? (
              <button type="button" aria-pressed={isChosen?.(item) ?? false} onClick={() => onChoose(item)}>
                {inside}
              </button>
            ) : (
              <div>{inside}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function All({ title, items, onClose, onChoose, ...rest }: RowsProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const found = items.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <input
          type="search"
          dir="auto"
          aria-label={uiText.searchIn(title)}
          placeholder={uiText.searchIn(title)}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {found.length === 0 ? (
          <p class="none">{uiText.noneFound}</p>
        ) : (
          <Rows
            title={title}
            items={found}
            {...rest}
            onChoose={
              onChoose &&
              ((item) => {
                onClose();
                onChoose(item);
              })
            }
          />
        )}
      </div>
    </Dialog>
  );
}
