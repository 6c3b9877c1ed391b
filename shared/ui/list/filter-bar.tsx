/** The filters of a list of events: the screen's own filters, and a range of days. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { isPhone } from '../phone.ts';
import { uiText } from '../text.ts';
import { ListSheet } from './sheet.tsx';

type Days = { from?: string; to?: string };

type FilterBarProps = {
  /** The first and last day, such as `2026-05-17`; empty for no limit. */
  days: Days;
  words: { from: string; to: string; clear: string };
  onDays: (changes: Days) => void;
  /** Removes all filters. */
  onClear?: () => void;
  /** Content after the date fields. */
  after?: ComponentChildren;
  children: ComponentChildren;
};

/** Shows the filters. On a phone, they are behind a button. */
export function FilterBar(props: FilterBarProps) {
  const { words, onClear, after } = props;
  const [isOpen, setOpen] = useState(false);
  const clear = onClear && (
    <Button kind="bare" icon="close" onClick={onClear}>
      {words.clear}
    </Button>
  );
  if (!isPhone.value) {
    return (
      <search class="bar filters">
        <Filters {...props} />
        {after}
        {clear}
      </search>
    );
  }
  return (
    <search class="bar">
      <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {uiText.list.filter}
      </Button>
      {after}
      {clear}
      {isOpen && (
        <ListSheet title={uiText.list.filter} onClose={() => setOpen(false)}>
          <Filters {...props} />
        </ListSheet>
      )}
    </search>
  );
}

const Filters = ({ days, words, onDays, children }: FilterBarProps) => (
  <>
    {children}
    {(['from', 'to'] as const).map((name) => (
      <label key={name} class={days[name] ? 'bar small' : 'bar small not-on-paper'}>
        {words[name]}
        <input
          type="date"
          value={days[name] ?? ''}
          onChange={(event) => onDays({ [name]: event.currentTarget.value })}
        />
      </label>
    ))}
  </>
);
