/** The page of tags or lists that the URL describes. */

import type { Steps } from '../../../../shared/ui/list/steps.tsx';
import { type Loaded, useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { type Query, useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import type { TermKind } from '../../core/terms.ts';
import type { CountedTerm, TermPage } from '../../core/types.ts';

const rowsAPage = 50;
const sorts = ['name', 'contacts', 'created'] as const;
type TermSort = (typeof sorts)[number];
type Order = 'asc' | 'desc';

/** Returns a column's usual order: names ascending, counts and dates descending. */
const usualOrder = (sort: TermSort): Order => (sort === 'name' ? 'asc' : 'desc');

export type TermList = Loaded<TermPage> & {
  search: string;
  sort: { by: TermSort; order: Order; onSort: (by: string, order: Order) => void };
  /** The number of the first row, starting at 1. */
  first: number;
  steps: Steps;
  change: ReturnType<typeof useQuery>[1];
};

export function useTermList(kind: TermKind): TermList {
  const [query, change] = useQuery();
  const { search = '' } = query;
  const sort = sorts.find((one) => one === query.sort) ?? 'name';
  const order = query.order === 'asc' || query.order === 'desc' ? query.order : usualOrder(sort);
  const page = Math.max(1, Math.floor(Number(query.page)) || 1);
  const settled = useSettled(search.trim());
  const loaded = useLoad(
    async (signal): Promise<TermPage> => {
      const window = { limit: rowsAPage, offset: (page - 1) * rowsAPage };
      const params = { search: settled || undefined, sort, order, counts: 1, ...window };
      const answer = await api.get<Record<string, CountedTerm[]> & { total: number }>(`/${kind}s`, params, signal);
      return { terms: answer[`${kind}s`] ?? [], total: answer.total };
    },
    [kind, settled, sort, order, page],
  );
  const total = loaded.data?.total ?? 0;
  return {
    ...loaded,
    search,
    sort: { by: sort, order, onSort: (by, to) => change(sortedBy(by as TermSort, by === sort ? to : undefined)) },
    first: (page - 1) * rowsAPage + 1,
    steps: {
      before: page > 1 ? atPage(page - 1) : undefined,
      after: page * rowsAPage < total ? atPage(page + 1) : undefined,
    },
    change,
  };
}

const atPage = (page: number): Query => ({ page: page > 1 ? String(page) : undefined });

const sortedBy = (by: TermSort, order: Order = usualOrder(by)): Query => ({
  sort: by === 'name' ? undefined : by,
  order: order === usualOrder(by) ? undefined : order,
  page: undefined,
});
