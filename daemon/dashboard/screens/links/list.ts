/** The page of links that is shown and how many match, asked for apart: counting never holds a page up. */
import { useMemo, useRef } from 'preact/hooks';
import type { Query } from '../../../../shared/ui/address.ts';
import { number } from '../../../../shared/ui/format.ts';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { Link, LinkPage } from '../../types.ts';
import { filtersOf, fromStart, type Listed, rowsAPage } from './list-query.ts';

/** `changes` of the address that lead to the pages before and after; undefined where there is none. */
type Steps = { before: Query | undefined; after: Query | undefined };

export function useList(listed: Listed) {
  const { cursor, sort, order } = listed;
  // Typing asks once it rests, a step to another page at once.
  const filters = useSettled(JSON.stringify(filtersOf(listed)), 200);
  const query = useMemo(() => JSON.parse(filters) as ReturnType<typeof filtersOf>, [filters]);
  const page = useLoad(
    (signal) => api.get<LinkPage>('/links', { ...query, sort, order, cursor, limit: rowsAPage }, signal),
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
    /** In words; undefined until it is known. */
    totalText:
      total !== undefined
        ? text.counted(total, 'link')
        : totalIsAtLeast === undefined
          ? undefined
          : text.links.atLeast(number(totalIsAtLeast)),
    steps: useSteps(listed, page.data?.nextCursor),
    reload: () => {
      page.reload();
      count.reload();
    },
    /** Shows a link that was made a moment ago, whatever the filters. */
    add: (links: Link[]) => {
      page.set((before) => ({ ...before, links: [...links, ...before.links] }));
      count.reload();
    },
    replace: (link: Link) =>
      page.set((before) => ({ ...before, links: before.links.map((one) => (one.id === link.id ? link : one)) })),
  };
}

/** The service knows only the next page: those behind us are remembered, and beyond them it is the first. */
function useSteps({ page, cursor }: Listed, next: string | null | undefined): Steps {
  const cursors = useRef(new Map<number, string>());
  if (cursor) cursors.current.set(page, cursor);
  const before = cursors.current.get(page - 1);
  return {
    before: page === 1 ? undefined : before ? { cursor: before, page: String(page - 1) } : fromStart,
    after: next ? { cursor: next, page: String(page + 1) } : undefined,
  };
}
