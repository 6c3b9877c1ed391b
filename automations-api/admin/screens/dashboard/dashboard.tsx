/** The first screen: how many contacts there are by status, and who changed last. */
import { Figures } from '../../../../shared/ui/figures.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { Table } from '../../../../shared/ui/table.tsx';
import { api } from '../../api.ts';
import { useKnown } from '../../filter/known.ts';
import { pathTo } from '../../routes.ts';
import { statusNames } from '../../statuses.ts';
import { text } from '../../text/text.ts';
import type { ContactPage, StatusName } from '../../types.ts';
import { columnsOf } from '../contacts/columns.tsx';

const words = text.dashboard;
const hiddenHere = ['lists', 'phone', 'source', 'type', 'points', 'added'] as const;
const lastChanged = 10;

/** The total is exact, and costs no more than the page. */
const countOf = async (status: StatusName, signal: AbortSignal) =>
  (await api.get<{ contact: ContactPage }>('/contacts', { status, limit: 1 }, signal)).contact.total;

export function Dashboard() {
  const counts = useLoad((signal) => Promise.all(statusNames.map((status) => countOf(status, signal))), []);
  return (
    <Screen title={words.title}>
      <div class="stack">
        <Figures
          items={statusNames.map((status, n) => ({
            label: text.statuses[status],
            value: counts.data ? number(counts.data[n] ?? 0) : counts.error && '–',
            note: (
              <a href={pathTo('contacts', {}, { status })}>
                {words.show}
                <span class="sr"> {text.statuses[status]}</span>
              </a>
            ),
          }))}
        />
        <LastChanged />
      </div>
    </Screen>
  );
}

function LastChanged() {
  const known = useKnown();
  const last = useLoad(
    (signal) =>
      api
        .get<{ contact: ContactPage }>('/contacts', { sort_field: 'last_modified', limit: lastChanged }, signal)
        .then(({ contact }) => contact.contacts),
    [],
  );
  return (
    <section class="card list-card">
      <header>
        <h2>{words.lastChanged}</h2>
        <a href={pathTo('contacts', {}, { sort: 'last_modified' })}>{words.all}</a>
      </header>
      <Show of={last} bones={<Bones rows={6} height={34} />}>
        {(contacts) =>
          contacts.length === 0 ? (
            <Empty icon="contact" title={text.contacts.empty}>
              {text.contacts.emptyNote}
            </Empty>
          ) : (
            <Table
              label={words.lastChanged}
              rows={contacts}
              columns={columnsOf({ known, hidden: hiddenHere, fields: [], edits: undefined })}
              idOf={({ id }) => id}
              nameOf={({ email }) => email}
            />
          )
        }
      </Show>
    </section>
  );
}
