/** API lists that are paged by number. The number is in the URL. */

import { type Loaded, useLoad } from '../../../shared/ui/load.ts';
import { useQuery } from '../../../shared/ui/url-state.ts';
import { api } from './api.ts';

const pageSize = 50;

export type Paged<T> = Loaded<T[]> & {
  page: number;
  hasMore: boolean;
  setPage: (page: number) => void;
};

/** Loads the page that the URL names. `read` returns an answer's rows. */
export function usePaged<Answer, T>(
  path: string,
  read: (answer: Answer) => T[],
  query: Record<string, string | undefined> = {},
): Paged<T> {
  const [{ page: pageText }, change] = useQuery();
  const page = Math.max(1, Math.floor(Number(pageText)) || 1);
  // One row more than shown reveals whether there is another page.
  const loaded = useLoad(
    async (signal) => {
      const window = { limit: pageSize + 1, offset: (page - 1) * pageSize };
      return read(await api.get<Answer>(path, { ...query, ...window }, signal));
    },
    [path, page, JSON.stringify(query)],
  );
  const all = loaded.data;
  return {
    ...loaded,
    data: all?.slice(0, pageSize),
    page,
    hasMore: (all?.length ?? 0) > pageSize,
    setPage: (to) => change({ page: to > 1 ? String(to) : undefined }),
  };
}
