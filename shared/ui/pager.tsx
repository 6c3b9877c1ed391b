/** The foot of a list that loads page after page. */
import { Button } from './button.tsx';
import type { Pages } from './pages.ts';
import { Failed } from './states.tsx';

type PagerProps<T> = {
  pages: Pages<T>;
  /** Formats the number of loaded rows. Without it, there is no foot on the last page. */
  shown?: (count: number) => string;
  moreLabel: string;
};

/** Shows the number of loaded rows, a button that loads more, and the error if loading the next page failed. */
export function Pager<T>({ pages, shown, moreLabel }: PagerProps<T>) {
  const { data, more, moreError, isLoadingMore } = pages;
  const count = data?.items.length ?? 0;
  return (
    <>
      {moreError && <Failed error={moreError} retry={more} />}
      {((shown && count > 0) || data?.nextCursor) && (
        <footer>
          {shown && <span aria-live="polite">{shown(count)}</span>}
          {data?.nextCursor && (
            <Button isBusy={isLoadingMore} onClick={more}>
              {moreLabel}
            </Button>
          )}
        </footer>
      )}
    </>
  );
}
