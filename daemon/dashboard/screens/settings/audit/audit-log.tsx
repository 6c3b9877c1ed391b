/** The audit log: who did what and when, by person, kind and time. */

import { FilterBar } from '../../../../../shared/ui/list/filter-bar.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Pager } from '../../../../../shared/ui/pager.tsx';
import { type PageOf, usePages } from '../../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../../shared/ui/url-state.ts';
import { api } from '../../../core/api.ts';
import { may } from '../../../core/session.ts';
import type { AuditEntry, Member } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { AuditRow } from './audit-row.tsx';

const words = text.auditLog;
const filters = ['kind', 'by', 'from', 'to', 'object'] as const;
type Filters = Partial<Record<(typeof filters)[number], string>>;

/** A page can be empty and have a next one: up to this many are requested at once until something is found. */
const mostEmptyPages = 5;
const dayMs = 86_400_000;

/** Whole days in UTC; the last one is included. */
const toQuery = ({ kind, by, from, to, object }: Filters) => ({
  action: kind,
  userId: by,
  objectId: object,
  from: from && `${from}T00:00:00Z`,
  to: to && new Date(Date.parse(`${to}T00:00:00Z`) + dayMs).toISOString(),
});

async function loadPage(
  chosen: Filters,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<PageOf<AuditEntry>> {
  let next = cursor;
  for (let n = 0; n < mostEmptyPages; n++) {
    const query = { ...toQuery(chosen), cursor: next, limit: 50 };
    const page = await api.get<{ entries: AuditEntry[]; nextCursor: string | null }>('/audit', query, signal);
    if (page.entries.length > 0 || page.nextCursor === null) {
      return { items: page.entries, nextCursor: page.nextCursor };
    }
    next = page.nextCursor;
  }
  return { items: [], nextCursor: next ?? null };
}

export function AuditLog() {
  return may('admin') ? (
    <Entries />
  ) : (
    <SettingsScreen name="auditLog">
      <section class="card">
        <Empty icon="clock" title={words.adminsOnly}>
          {words.adminsOnlyNote}
        </Empty>
      </section>
    </SettingsScreen>
  );
}

function Entries() {
  const [query, change] = useQuery();
  const chosen: Filters = Object.fromEntries(filters.map((name) => [name, query[name]]));
  const isFiltered = filters.some((name) => query[name]);
  const entries = usePages((cursor, signal) => loadPage(chosen, cursor, signal), Object.values(chosen));
  const members = useLoad(
    (signal) => api.get<{ members: Member[] }>('/members', {}, signal).then((answer) => answer.members),
    [],
  );
  const clear = () => change(Object.fromEntries(filters.map((name) => [name, undefined])));
  return (
    <SettingsScreen name="auditLog" note={words.note}>
      <div class="stack">
        <AuditFilters
          chosen={chosen}
          members={members.data ?? []}
          onChange={change}
          onClear={isFiltered ? clear : undefined}
        />
        <section class="card" aria-label={words.title}>
          <Show of={entries}>
            {({ items, nextCursor }) => (
              <>
                {items.length === 0 ? (
                  <Empty icon={isFiltered ? 'search' : 'clock'} title={nextCursor ? words.noneYet : words.none}>
                    {nextCursor ? words.noneYetNote : undefined}
                  </Empty>
                ) : (
                  <ul class="deliveries audit">
                    {items.map((entry) => (
                      <li key={entry.id}>
                        <AuditRow entry={entry} onObject={(object) => change({ object })} />
                      </li>
                    ))}
                  </ul>
                )}
                {(items.length > 0 || nextCursor) && (
                  <Pager pages={entries} shown={words.shown(items.length)} moreLabel={text.actions.more} />
                )}
              </>
            )}
          </Show>
        </section>
      </div>
    </SettingsScreen>
  );
}

type AuditFiltersProps = {
  chosen: Filters;
  members: Member[];
  onChange: (changes: Filters) => void;
  onClear?: () => void;
};

function AuditFilters({ chosen, members, onChange, onClear }: AuditFiltersProps) {
  const people = members.flatMap(({ userId, name, email }) => (userId ? [{ id: userId, name: name || email }] : []));
  return (
    <FilterBar
      days={chosen}
      words={words}
      onDays={onChange}
      onClear={onClear}
      after={
        chosen.object && (
          <span class="chip">
            <span class="cut" dir="auto">
              {chosen.object}
            </span>
          </span>
        )
      }
    >
      <select
        aria-label={words.kind}
        value={chosen.kind ?? ''}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      >
        <option value="">{words.allKinds}</option>
        {Object.entries(words.kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={words.by}
        value={chosen.by ?? ''}
        onChange={(event) => onChange({ by: event.currentTarget.value })}
      >
        <option value="">{words.everybody}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </FilterBar>
  );
}
