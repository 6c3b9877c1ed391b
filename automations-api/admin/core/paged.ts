/** API lists with page numbers. The page number is in the URL. */
import { number } from '../../../shared/ui/format.ts';
import { type ListStepsProps, pageIn, stepsAt } from '../../../shared/ui/list/steps.tsx';
import { type Loaded, useLoad, useSettled } from '../../../shared/ui/load.ts';
import type { Params } from '../../../shared/ui/service.ts';
import { useQuery } from '../../../shared/ui/url-state.ts';
import { api } from './api.ts';

const pageSize = 50;

export type Paged<Row> = Loaded<Row[]> & { steps: ListStepsProps };

/**
 * Loads the page that the URL names. The rows are in the answer's field that is named like the last part of the path.
 */
export function usePaged<Row, Shown = Row>(
  path: string,
  query: Params = {},
  toShown = (row: Row) => row as unknown as Shown,
): Paged<Shown> {
  const [address, change] = useQuery();
  const asked = pageIn(address);
  const loaded = useLoad(
    async (signal) => {
      // One row more than shown reveals whether there is another page.
      const window = { limit: pageSize + 1, offset: (asked - 1) * pageSize };
      const answer = await api.get<Record<string, Row[]> & { total?: number }>(path, { ...query, ...window }, signal);
      return {
        rows: (answer[path.slice(path.lastIndexOf('/') + 1)] ?? []).map(toShown),
        total: answer.total,
        page: asked,
      };
    },
    [path, asked, JSON.stringify(query)],
  );
  const { rows = [], total, page = asked } = loaded.data ?? {};
  const offset = (page - 1) * pageSize;
  const hasMore = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  const last = offset + shown.length;
  return {
    ...loaded,
    data: loaded.data && shown,
    set: (change) => loaded.set((before) => ({ ...before, rows: change(before.rows) })),
    steps: {
      first: offset + 1,
      count: shown.length,
      total: hasMore ? (total === undefined ? undefined : number(total)) : number(last),
      steps: stepsAt(page, hasMore),
      change,
    },
  };
}

/** Returns the search text in the URL as a parameter, once the user stops typing. */
export function useSearch(): Params {
  const [{ search = '' }] = useQuery();
  return { search: useSettled(search.trim()) || undefined };
}
