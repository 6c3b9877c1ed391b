/** The number of contacts that match a filter, requested once typing pauses. */
import { useMemo } from 'preact/hooks';
import { type Loaded, useLoad, useSettled } from '../../../shared/ui/load.ts';
import { api } from '../core/api.ts';
import type { ContactPage } from '../core/types.ts';
import { paramsOf } from './address.ts';
import type { Filter } from './conditions.ts';

export function useCount(filter: Filter): Loaded<number> {
  const settled = useSettled(JSON.stringify(paramsOf(filter)));
  const params = useMemo(() => JSON.parse(settled) as Record<string, string>, [settled]);
  return useLoad(
    async (signal) => {
      const query = { ...params, limit: 1, strict: 1 };
      return (await api.get<{ contact: ContactPage }>('/contacts', query, signal)).contact.total;
    },
    [settled],
  );
}
