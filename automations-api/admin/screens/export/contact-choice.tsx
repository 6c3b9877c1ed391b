/** The choice of contacts to export, all or filtered, and their number. */

import type { Loaded } from '../../../../shared/ui/load.ts';
import { Failed } from '../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { conditionsOf, type Filter, type Kind } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { text } from '../../text/later.ts';
import { filteredBy } from '../contacts/list-query.ts';

const always: readonly Kind[] = ['segment'];

export function ContactChoice({ filter, count }: { filter: Filter; count: Loaded<number> }) {
  const [query, change] = useQuery();
  const narrow = (to: Filter) => {
    // Typing into a condition adds no entry to the browser's history.
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
  const contacts = text.counts.contacts(count);
  return conditionsOf(filter).length === 0 ? text.export.all(contacts) : contacts;
}
