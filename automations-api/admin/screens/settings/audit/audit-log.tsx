/** The audit log: who did what to keys, people, settings and webhooks, and what was deleted or exported. */

import { useLoad } from '../../../../../shared/ui/load.ts';
import { Pager } from '../../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { useQuery } from '../../../../../shared/ui/url-state.ts';
import { api, site } from '../../../core/api.ts';
import { Time } from '../../../core/times.tsx';
import type { AuditEntry, SiteUser } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { AuditFilters, type Filters, filters } from './audit-filters.tsx';

const words = text.auditLog;
const pageSize = 50;
type Row = AuditEntry & { place: number };

const nameOf = (key: string) => key.replaceAll('_', ' ');

/** A value of JSON without its signs. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([key, inner]) =>
    Array.isArray(value) ? inWords(inner) : `${nameOf(key)} ${inWords(inner)}`,
  );
  return parts.join(', ');
}

/** Subject and details of an entry. */
function factsOf({ act, subject, data }: AuditEntry, users: readonly SiteUser[]): string {
  const user = act.startsWith('user.') ? users.find(({ ID }) => String(ID) === subject) : undefined;
  const given = Object.entries(data ?? {}).filter(([, value]) => value !== null);
  const facts = given.map(([name, value]) => `${nameOf(name)}: ${inWords(value)}`);
  return [user?.name ?? (/^\d+$/.test(subject) ? `#${subject}` : subject), ...facts].join(' · ');
}

const columnsFor = (users: readonly SiteUser[]): Column<Row>[] => [
  {
    key: 'act',
    head: words.act,
    isGrowing: true,
    cell: (entry) => {
      const facts = factsOf(entry, users);
      return (
        <>
          <span class="first">{words.acts[entry.act] ?? entry.act.replace('.', ' ')}</span>
          <span class="second" dir="auto" title={facts}>
            {facts}
          </span>
        </>
      );
    },
  },
  {
    key: 'by',
    head: words.by,
    cell: ({ by }) => (
      <span class="cut person" dir="auto">
        {text.timeline.by(by)}
      </span>
    ),
  },
  { key: 'at', head: words.at, isNumber: true, cell: ({ at }) => <Time at={at} /> },
];

type Answer = { audit: AuditEntry[]; next_cursor: string | null };

export function AuditLog() {
  const [query, change] = useQuery();
  const chosen: Filters = Object.fromEntries(filters.map((name) => [name, query[name]]));
  const isFiltered = filters.some((name) => query[name]);
  const pages = usePages<AuditEntry>(async (cursor, signal) => {
    const { audit, next_cursor } = await api.get<Answer>('/audit', { ...chosen, cursor, limit: pageSize }, signal);
    return { items: audit, nextCursor: next_cursor };
  }, Object.values(chosen));
  const users =
    useLoad((signal) => site.get<{ admins: SiteUser[] }>('/admins', {}, signal).then((it) => it.admins), []).data ?? [];
  const clear = () => change(Object.fromEntries(filters.map((name) => [name, undefined])));
  return (
    <SettingsScreen name="auditLog" note={words.note}>
      <div class="stack">
        <AuditFilters chosen={chosen} users={users} onChange={change} onClear={isFiltered ? clear : undefined} />
        <section class="card">
          <Show of={pages}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty icon={isFiltered ? 'search' : 'clock'} title={isFiltered ? words.noneFound : words.none} />
              ) : (
                <Table
                  label={words.title}
                  rows={items.map((entry, place) => ({ ...entry, place }))}
                  columns={columnsFor(users)}
                  idOf={({ place }) => String(place)}
                />
              )
            }
          </Show>
          <Pager pages={pages} moreLabel={text.timeline.more} />
        </section>
      </div>
    </SettingsScreen>
  );
}
