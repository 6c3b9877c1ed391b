/** The audit log: actions with their actor and time. The filters are in the URL. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { FilterBar } from '../list/filter-bar.tsx';
import { Pager } from '../pager.tsx';
import { type PageOf, usePages } from '../pages.ts';
import { Empty, Show } from '../states.tsx';
import type { AuditWords } from '../text/en/audit.ts';
import { uiText } from '../text.ts';
import { type Query, useQuery } from '../url-state.ts';
import { AuditEntries, type AuditEntry } from './entries.tsx';

/** A filter with a choice of values for one field. */
export type AuditFilter = {
  name: string;
  label: string;
  all: string;
  groups: { label?: string; choices: (readonly [value: string, label: string])[] }[];
};

type Change = (changes: Query) => void;

type AuditLogProps<Entry> = {
  words: AuditWords;
  Frame: FunctionComponent<{ children: ComponentChildren }>;
  filters: readonly AuditFilter[];
  load: (query: Query, cursor: string | undefined, signal?: AbortSignal) => Promise<PageOf<Entry>>;
  toShown: (entry: Entry) => AuditEntry;
  /** Returns the name of the object in the filter, from the entries found. */
  nameOfObject?: (object: string, entries: readonly Entry[]) => string;
  /** Returns the buttons for an entry. */
  actions?: (entry: AuditEntry, change: Change) => ComponentChildren;
};

export function AuditLogScreen<Entry>(props: AuditLogProps<Entry>) {
  const { words, Frame, filters, load, toShown, nameOfObject, actions } = props;
  const [query, change] = useQuery();
  const names = [...filters.map(({ name }) => name), 'from', 'to', 'object'];
  const chosen: Query = Object.fromEntries(names.map((name) => [name, query[name]]));
  const isFiltered = names.some((name) => query[name]);
  const pages = usePages((cursor, signal) => load(chosen, cursor, signal), Object.values(chosen));
  return (
    <Frame>
      <div class="stack">
        <FilterBar
          days={chosen}
          words={words}
          onDays={change}
          onClear={isFiltered ? () => change(Object.fromEntries(names.map((name) => [name, undefined]))) : undefined}
          after={
            chosen.object && (
              <span class="chip">
                <span class="cut" dir="auto">
                  {nameOfObject?.(chosen.object, pages.data?.items ?? []) ?? chosen.object}
                </span>
              </span>
            )
          }
        >
          {filters.map((filter) => (
            <Filter key={filter.name} {...filter} value={chosen[filter.name]} change={change} />
          ))}
        </FilterBar>
        <section class="card" aria-label={words.title}>
          <Show of={pages}>
            {({ items, nextCursor }) => (
              <>
                {items.length === 0 ? (
                  <None isFiltered={isFiltered} hasMore={nextCursor !== null} words={words} />
                ) : (
                  <AuditEntries
                    entries={items.map(toShown)}
                    words={words}
                    actions={actions && ((entry) => actions(entry, change))}
                  />
                )}
                {(items.length > 0 || nextCursor) && (
                  <Pager pages={pages} shown={words.shown} moreLabel={uiText.buttons.more} />
                )}
              </>
            )}
          </Show>
        </section>
      </div>
    </Frame>
  );
}

type NoneProps = { isFiltered: boolean; hasMore: boolean; words: AuditWords };

const None = ({ isFiltered, hasMore, words }: NoneProps) => (
  <Empty
    icon={isFiltered ? 'search' : 'clock'}
    title={hasMore ? words.noneYet : isFiltered ? words.noneFound : words.none}
  >
    {hasMore ? words.noneYetNote : undefined}
  </Empty>
);

function Filter({ name, label, all, groups, value, change }: AuditFilter & { value?: string; change: Change }) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    >
      <option value="">{all}</option>
      {groups.map(({ label: heading, choices }) => {
        const options = choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ));
        return heading ? (
          <optgroup key={heading} label={heading}>
            {options}
          </optgroup>
        ) : (
          options
        );
      })}
    </select>
  );
}
