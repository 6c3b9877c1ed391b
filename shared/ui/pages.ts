/** Lists that load page after page. Each page contains the cursor of the next page. */
import { useCallback, useState } from 'preact/hooks';
import { type Loaded, type Shown, useLoad } from './load.ts';

export type PageOf<T> = { items: T[]; nextCursor: string | null };

export type Pages<T> = Loaded<PageOf<T>> & { more: () => void; isLoadingMore: boolean; moreError: Error | undefined };

/** Returns the rows loaded so far. */
export const rowsOf = <T>(pages: Pages<T>): Shown<T[]> => ({ ...pages, data: pages.data?.items });

/**
 * Loads a list. `load` returns the page after a cursor. The list starts again from the first page when a value in
 * `on` changes.
 */
export function usePages<T>(
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<PageOf<T>>,
  on: readonly unknown[],
): Pages<T> {
  const loaded = useLoad((signal) => load(undefined, signal), on);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<Error>();
  const next = loaded.data?.nextCursor;
  const more = useCallback(() => {
    if (!next || isLoadingMore) return;
    setLoadingMore(true);
    setMoreError(undefined);
    load(next)
      .then(({ items, nextCursor }) => {
        loaded.set((before) =>
          before.nextCursor === next ? { items: [...before.items, ...items], nextCursor } : before,
        );
      }, setMoreError)
      .finally(() => setLoadingMore(false));
  }, [next, isLoadingMore, load, loaded]);
  return { ...loaded, more, isLoadingMore, moreError };
}
