/** The selected contacts: some by id, across pages, or all that match. */
import { useEffect, useState } from 'preact/hooks';
import { search } from '../../../../shared/limits-of-fields.ts';
import { toggled } from '../../../../shared/ui/list/rows.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { text } from '../../text/text.ts';
import { filterObject, isFiltered, type Listed } from './list-query.ts';

/** The service's limit of ids per request. */
const mostIds = search.ids;

/** Returns the selection, which is cleared when the query changes. `settled`: the query as text. */
export function useSelection(listed: Listed, settled: string, total: number | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const clear = () => {
    setIds(new Set());
    setAll(false);
  };
  useEffect(clear, [settled]);
  const choose = (chosen: ReadonlySet<string>) => {
    if (chosen.size > mostIds) {
      toast(text.contacts.many.tooMany(mostIds));
      return;
    }
    setIds(chosen);
    setAll(false);
  };
  return {
    ids,
    isAll,
    count: isAll ? (total ?? ids.size) : ids.size,
    choose,
    toggle: (id: string) => choose(toggled(ids, id)),
    chooseAll: () => setAll(true),
    clear,
    filter: () => (isAll ? filterObject(listed) : { ids: [...ids].map(Number) }),
    /** Whether the filter matches all contacts. The service then requires this flag. */
    isEverybody: isAll && !isFiltered(listed),
  };
}
