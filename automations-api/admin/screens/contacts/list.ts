/** The page of contacts that is shown, and how many match. */
import { useMemo } from 'preact/hooks';
import { useSteps } from '../../../../shared/ui/list/steps.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import type { ContactPage } from '../../types.ts';
import { filterParams, type Listed } from './list-query.ts';
import { pageSize } from './view.ts';

export function useContacts(listed: Listed) {
  const { cursor, sort, order } = listed;
  // Typing asks once it rests, a step to another page at once.
  const settled = useSettled(JSON.stringify(filterParams(listed)), 200);
  const params = useMemo(() => JSON.parse(settled) as Params, [settled]);
  const page = useLoad(
    async (signal) => {
      const asked = { ...params, sort_field: sort, sort_order: order.toUpperCase(), limit: pageSize.value, strict: 1 };
      // An empty cursor begins a walk.
      const path = cursor ? '/contacts' : '/contacts?cursor=';
      const { contact } = await api.get<{ contact: ContactPage }>(path, { ...asked, cursor }, signal);
      return contact;
    },
    [settled, sort, order, cursor, pageSize.value],
  );
  const total = page.data?.total;
  return {
    page,
    settled,
    total,
    totalText: total === undefined ? undefined : text.counted(total, 'contact'),
    steps: useSteps(listed.page, cursor, page.data?.next_cursor),
    reload: page.reload,
  };
}
