/** Narrows a list that is about time: by what the screen has, and by days. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

type Days = { from?: string; to?: string };

type FilterBarProps = {
  /** Days as `2026-05-17`, or empty. */
  days: Days;
  words: { from: string; to: string; clear: string };
  onDays: (changes: Days) => void;
  /** When something is chosen. */
  onClear?: () => void;
  /** What stands after the days. */
  after?: ComponentChildren;
  children: ComponentChildren;
};

export const FilterBar = ({ days, words, onDays, onClear, after, children }: FilterBarProps) => (
  <search class="bar filters">
    {children}
    {(['from', 'to'] as const).map((name) => (
      <label key={name} class="bar small">
        {words[name]}
        <input
          type="date"
          value={days[name] ?? ''}
          onChange={(event) => onDays({ [name]: event.currentTarget.value })}
        />
      </label>
    ))}
    {after}
    {onClear && (
      <Button kind="bare" icon="close" onClick={onClear}>
        {words.clear}
      </Button>
    )}
  </search>
);
