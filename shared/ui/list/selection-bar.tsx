/** Actions on the selected rows, and their progress. */
import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { number } from '../format.ts';
import { uiText } from '../text.ts';

export type Progress = { label: string; done: number; total?: number };

type SelectionBarProps = {
  count: number;
  /** The number of all matches, as text. Undefined if all matches are on the page or selected. */
  all: string | undefined;
  progress: Progress | undefined;
  onAll: () => void;
  onCancel: () => void;
  onClear: () => void;
  /** The buttons for the actions. */
  children: ComponentChildren;
};

export function SelectionBar({ count, all, progress, onAll, onCancel, onClear, children }: SelectionBarProps) {
  const words = uiText.list;
  return (
    <div class="selection" role="toolbar" aria-label={words.selection}>
      {progress ? (
        <Running progress={progress} onCancel={onCancel} />
      ) : (
        <>
          <b aria-live="polite">{words.selected(count)}</b>
          {all && (
            <Button kind="bare" onClick={onAll}>
              {words.selectAllOf(all)}
            </Button>
          )}
          <span class="list-gap" />
          {children}
          <Button kind="bare" icon="close" label={words.clearSelection} onClick={onClear} />
        </>
      )}
    </div>
  );
}

function Running({ progress: { label, done, total }, onCancel }: { progress: Progress; onCancel: () => void }) {
  return (
    <>
      <b aria-live="polite">{label}</b>
      <progress class="list-progress" value={total === undefined ? undefined : done} max={total} aria-label={label} />
      <span class="soft">{total === undefined ? number(done) : uiText.list.doneOf(number(done), number(total))}</span>
      <Button onClick={onCancel}>{uiText.cancel}</Button>
    </>
  );
}
