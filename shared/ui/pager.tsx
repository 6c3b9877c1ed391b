/** The foot of a list that loads page after page. */
import { Button } from './button.tsx';
import type { Pages } from './pages.ts';
import { Failed } from './states.tsx';

type PagerProps<T> = {
  pages: Pages<T>;
  /** A text such as "25 of 1,204". Without it, there is no foot on the last page. */
  shown?: string;
  moreLabel: string;
};

/** Shows the number of loaded rows, a button that loads more, and the error if loading the next page failed. */
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
