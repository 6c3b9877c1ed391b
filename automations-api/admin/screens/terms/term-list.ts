/** The page of tags or lists that the URL describes. */
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { usePaged, useSearch } from '../../core/paged.ts';
import type { TermKind } from '../../core/terms.ts';
import type { CountedTerm } from '../../core/types.ts';

const sorts = ['name', 'contacts', 'created'] as const;
type Order = 'asc' | 'desc';

/** Returns a column's usual order: names ascending, counts and dates descending. */
const usualOrder = (sort: string): Order => (sort === 'name' ? 'asc' : 'desc');

export function useTermList(kind: TermKind) {
  const [query, change] = useQuery();
  const by = sorts.find((one) => one === query.sort) ?? 'name';
  const order = query.order === 'asc' || query.order === 'desc' ? query.order : usualOrder(by);
  const list = usePaged<CountedTerm>(`/${kind}s`, { ...useSearch(), sort: by, order, counts: 1 });
  const onSort = (sort: string, to: Order) =>
    change({
      sort: sort === 'name' ? undefined : sort,
      order: sort !== by || to === usualOrder(sort) ? undefined : to,
      page: undefined,
    });
  return { ...list, sort: { by, order, onSort } };
}
