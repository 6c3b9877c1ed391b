/** Below a list: which part of it is shown, and the pages before and after. */
import { useRef } from 'preact/hooks';
import { Button } from '../button.tsx';
import { uiText } from '../text.ts';
import type { Query } from '../url-state.ts';

/** Changes of the address that point to the pages before and after; undefined where there is none. */
export type Steps = { before: Query | undefined; after: Query | undefined };

/** Nobody stays on a page of a list that is another now. */
export const fromStart = { cursor: undefined, page: undefined };

/** The service knows only the next page: those behind us are remembered, and beyond them it is the first. */
export function useSteps(page: number, cursor: string | undefined, next: string | null | undefined): Steps {
  const cursors = useRef(new Map<number, string>());
  if (cursor) cursors.current.set(page, cursor);
  const before = cursors.current.get(page - 1);
  return {
    before: page === 1 ? undefined : before ? { cursor: before, page: String(page - 1) } : fromStart,
    after: next ? { cursor: next, page: String(page + 1) } : undefined,
  };
}

type ListStepsProps = {
  /** The number of the first row, from 1, and how many there are. */
  first: number;
  count: number;
  /** A text with the number of matches; undefined until it is known. */
  total: string | undefined;
  steps: Steps;
  change: (changes: Query) => void;
};

export function ListSteps({ first, count, total, steps: { before, after }, change }: ListStepsProps) {
  const words = uiText.list;
  const step = (to: Query) => {
    change(to);
    window.scrollTo(0, 0);
  };
  return (
    <footer class="list-steps">
      <span aria-live="polite">{words.shownOf(first, first + count - 1, total)}</span>
      {(before || after) && (
        <span class="bar">
          <Button icon="left" disabled={!before} onClick={() => before && step(before)}>
            {words.before}
          </Button>
          <Button disabled={!after} onClick={() => after && step(after)}>
            {words.after}
          </Button>
        </span>
      )}
    </footer>
  );
}
