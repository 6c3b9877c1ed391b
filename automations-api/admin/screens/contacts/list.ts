/** The current page of contacts and the number of matches. */
import { useCallback, useMemo } from 'preact/hooks';
import { useSteps } from '../../../../shared/ui/list/steps.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import type { ContactPage, ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { filterParams, type Listed } from './list-query.ts';
import { fieldColumns, pageSize } from './view.ts';

export function useContacts(listed: Listed) {
  const { cursor, sort, order } = listed;
  // Typing sends a request only after a pause; going to another page sends it at once.
  const settled = useSettled(JSON.stringify(filterParams(listed)), 200);
  const params = useMemo(() => JSON.parse(settled) as Params, [settled]);
  const fields = fieldColumns.value.join(',') || undefined;
  const loaded = useLoad(
    async (signal) => {
      const options = { sort_field: sort, sort_order: order.toUpperCase(), limit: pageSize.value, with_fields: fields };
      // An empty cursor requests the first page.
      const path = cursor ? '/contacts' : '/contacts?cursor=';
      const { contact } = await api.get<{ contact: ContactPage }>(
        path,
        { ...params, ...options, strict: 1, cursor },
        signal,
      );
      return { ...contact, page: listed.page };
    },
    [settled, sort, order, cursor, pageSize.value, fields],
  );
  // Contacts of an earlier query must not be shown as the result of this one.
  const page = loaded.error ? { ...loaded, data: undefined } : loaded;
  const total = page.data?.total;
  // Shows a change before the service confirms it.
  const patch = useCallback(
    (id: string, changes: Partial<ContactRecord>) =>
      page.set((before) => ({
        ...before,
        contacts: before.contacts.map((contact) => (contact.id === id ? { ...contact, ...changes } : contact)),
      })),
    [page.set],
  );
  return {
    page,
    settled,
    total,
    totalText: total === undefined ? undefined : text.counts.contacts(total),
    /** The number of the first shown contact. */
    first: ((page.data?.page ?? 1) - 1) * pageSize.value + 1,
    steps: useSteps(listed, page.data && { page: page.data.page, next: page.data.next_cursor }),
    patch,
    reload: page.reload,
  };
}
