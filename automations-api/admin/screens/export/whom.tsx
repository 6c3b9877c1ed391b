/** Whose export it is: all contacts, or those that a filter means, with how many they are. */
import { useMemo } from 'preact/hooks';
import { useQuery } from '../../../../shared/ui/address.ts';
import { type Loaded, useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { Failed } from '../../../../shared/ui/states.tsx';
import { api } from '../../api.ts';
import { paramsOf } from '../../filter/address.ts';
import { conditionsOf, type Filter, type Kind } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { text } from '../../text/text.ts';
import type { ContactPage } from '../../types.ts';
import { filteredBy } from '../contacts/list-query.ts';

const always: readonly Kind[] = ['segment'];

/** How many contacts a filter means; asked once typing rests. */
export function useCount(filter: Filter): Loaded<number> {
  const settled = useSettled(JSON.stringify(paramsOf(filter)));
  const params = useMemo(() => JSON.parse(settled) as Record<string, string>, [settled]);
  return useLoad(
    async (signal) => {
      const asked = { ...params, limit: 1, strict: 1 };
      return (await api.get<{ contact: ContactPage }>('/contacts', asked, signal)).contact.total;
    },
    [settled],
  );
}

export function Whom({ filter, count }: { filter: Filter; count: Loaded<number> }) {
  const [query, change] = useQuery();
  const narrow = (to: Filter) => {
    // What is typed into a condition is no step of its own to go back to.
    const isReplacing = conditionsOf(to).length === conditionsOf(filter).length;
    change(filteredBy(query, to), { isReplacing });
  };
  return (
    <section class="card">
      <header>
        <h2>{text.contacts.title}</h2>
        <span aria-live="polite">{count.data === undefined ? '\u00a0' : countWords(filter, count.data)}</span>
      </header>
      <div class="body">
        <FilterEditor value={filter} onChange={narrow} always={always} />
      </div>
      {count.error && <Failed error={count.error} retry={count.reload} />}
    </section>
  );
}

function countWords(filter: Filter, count: number): string {
  const contacts = text.counted(count, 'contact');
  return conditionsOf(filter).length === 0 ? text.export.everybody(contacts) : contacts;
}
