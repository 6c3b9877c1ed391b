/** The foot of a list: which rows are shown, and buttons for the previous and next page. */
import { useRef } from 'preact/hooks';
import { Button } from '../button.tsx';
import { uiText } from '../text.ts';
import type { Query } from '../url-state.ts';

/** The URL changes that open the previous and next page; undefined if there is no such page. */
export type Steps = { before: Query | undefined; after: Query | undefined };

/** The URL changes that return to the first page, for changes to the list's filters or order. */
export const fromStart = { cursor: undefined, page: undefined };

const atPage = (page: number): Query => ({ page: page > 1 ? String(page) : undefined });

/** Returns the steps from a page of a list that is paged by number. */
export const stepsAt = (page: number, hasMore: boolean): Steps => ({
  before: page > 1 ? atPage(page - 1) : undefined,
  after: hasMore ? atPage(page + 1) : undefined,
});

/** Returns the page number in a query. */
export const pageIn = ({ page }: Query): number => Math.max(1, Math.floor(Number(page)) || 1);

/** A page of rows. `next`: the next page's cursor. */
type LoadedPage = { page: number; next: string | null | undefined };

/**
 * Returns the steps from the page that is shown, which is an earlier one while the page in the URL is being loaded. The
 * service returns only the next page's cursor, so earlier cursors are remembered. If the previous page's cursor is not
 * known, the previous page is the first.
 */
export function useSteps(asked: { page: number; cursor?: string | undefined }, shown: LoadedPage | undefined): Steps {
  const cursors = useRef(new Map<number, string>());
  if (asked.cursor) cursors.current.set(asked.page, asked.cursor);
  const { page, next } = shown ?? { page: asked.page, next: null };
  const before = cursors.current.get(page - 1);
  return {
    before: page === 1 ? undefined : before ? { cursor: before, page: String(page - 1) } : fromStart,
    after: next ? { cursor: next, page: String(page + 1) } : undefined,
  };
}

export type ListStepsProps = {
  /** The number of the first row shown, starting at 1. */
  first: number;
  count: number;
  /** The number of matches, as text; undefined until it is known. */
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
