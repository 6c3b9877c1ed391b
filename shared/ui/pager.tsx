/** The foot of a list with pages. */
import { Button } from './button.tsx';
import type { Pages } from './pages.ts';
import { Failed } from './states.tsx';

type PagerProps<T> = {
  pages: Pages<T>;
  /** A text such as "25 of 1,204". Without it, the last page has no foot. */
  shown?: string;
  moreLabel: string;
};

/** The number of shown rows, a button for more, and the error if the next page failed. */
export function Pager<T>({ pages, shown, moreLabel }: PagerProps<T>) {
  const { data, more, moreError, isLoadingMore } = pages;
  return (
    <>
      {moreError && <Failed error={moreError} retry={more} />}
      {(shown || data?.nextCursor) && (
        <footer>
          {shown && <span aria-live="polite">{shown}</span>}
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
