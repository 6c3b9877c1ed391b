/**
 * The current page of links and the number of matches. They are requested separately, so that counting never delays a
 * page.
 */
import { useMemo } from 'preact/hooks';
import { number } from '../../../../shared/ui/format.ts';
import { useSteps } from '../../../../shared/ui/list/steps.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import type { Link, LinkPage } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { filtersOf, type Listed, rowsAPage } from './list-query.ts';

export function useList(listed: Listed) {
  const { cursor, sort, order } = listed;
  // A request is sent only once typing pauses, but at once for a step to another page.
  const filters = useSettled(JSON.stringify(filtersOf(listed)), 200);
  const query = useMemo(() => JSON.parse(filters) as ReturnType<typeof filtersOf>, [filters]);
  const page = useLoad(
    async (signal) => {
      const params = { ...query, sort, order, cursor, limit: rowsAPage };
      return { ...(await api.get<LinkPage>('/links', params, signal)), page: listed.page };
    },
    [filters, sort, order, cursor],
  );
  const count = useLoad(
    (signal) => api.get<LinkPage>('/links', { ...query, count: true, limit: 1 }, signal),
    [filters],
  );
  const { total, totalIsAtLeast } = count.data ?? {};
  return {
    page,
    filters: query,
    total,
    /** Number of matches as text; `undefined` until known. */
    totalText:
      total !== undefined
        ? text.counts.links(total)
        : totalIsAtLeast === undefined
          ? undefined
          : text.links.atLeast(number(totalIsAtLeast)),
    /** The number of the first shown link. */
    first: ((page.data?.page ?? 1) - 1) * rowsAPage + 1,
    steps: useSteps(listed, page.data && { page: page.data.page, next: page.data.nextCursor }),
    reload: () => {
      page.reload();
      count.reload();
    },
    /** Shows newly created links at the top of the page, even if they do not match the filters. */
    add: (links: Link[]) => {
      page.set((before) => ({ ...before, links: [...links, ...before.links] }));
      count.reload();
    },
    replace: (link: Link) =>
      page.set((before) => ({ ...before, links: before.links.map((one) => (one.id === link.id ? link : one)) })),
  };
}
