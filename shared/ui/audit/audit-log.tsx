/** The audit log: actions with their actor and time. The filters are in the URL. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { dateTime, relative } from '../format.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { Pager } from '../pager.tsx';
import { type PageOf, usePages } from '../pages.ts';
import { Empty, Show } from '../states.tsx';
import { uiText } from '../text.ts';
import { type Query, useQuery } from '../url-state.ts';
import type { AuditWords } from './text-en.ts';

export type AuditEntry = {
  who: string;
  /** The action and its object, in the user's language. */
  what: string;
  about: string;
  /** The screen of the object. */
  href?: string | undefined;
  isByKey?: boolean;
  at: string;
  /** The action and its object, under their names in the API. */
  action: string;
  object: string;
  details: object | null;
};

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
  /** Returns the buttons for an entry. */
  actions?: (entry: AuditEntry, change: Change) => ComponentChildren;
};

export function AuditLogScreen<Entry>({ words, Frame, filters, load, toShown, actions }: AuditLogProps<Entry>) {
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
                  {chosen.object}
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
                  <ul class="deliveries audit">
                    {items.map(toShown).map((entry, n) => (
                      <li key={`${n} ${entry.at}`}>
                        <Row entry={entry} words={words}>
                          {actions?.(entry, change)}
                        </Row>
                      </li>
                    ))}
                  </ul>
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

const nameOf = (key: string) => key.replaceAll('_', ' ');

/** Formats a JSON value without its punctuation. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([key, inner]) =>
    Array.isArray(value) ? asText(inner) : `${nameOf(key)} ${asText(inner)}`,
  );
  return parts.join(', ');
}

/** Lists names and values of an entry's details. */
export const factsIn = (details: object | null): [name: string, value: string][] =>
  Object.entries(details ?? {}).flatMap(([name, value]) => (value === null ? [] : [[nameOf(name), asText(value)]]));

function Row({ entry, words, children }: { entry: AuditEntry; words: AuditWords; children: ComponentChildren }) {
  const { who, what, about, href, isByKey, at, action, object, details } = entry;
  const link = href && (
    <>
      <a class="text" href={href}>
        {about}
      </a>{' '}
    </>
  );
  const facts: [name: string, value: ComponentChildren][] = [
    [words.when, dateTime(at)],
    [words.action, action],
    [words.object, [link, object]],
    ...factsIn(details),
  ];
  return (
    <details>
      <summary>
        <b class="cut" dir="auto">
          {who}
        </b>
        <span class="cut">
          {what}{' '}
          <span class="soft" dir="auto">
            {about}
          </span>
        </span>
        <span class="wide">{isByKey && <span class="tag">{words.byKey}</span>}</span>
        <time dateTime={at} title={dateTime(at)} class="soft">
          {relative(at)}
        </time>
      </summary>
      <div class="stack">
        <dl class="details">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="wrap" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {children && <div class="bar">{children}</div>}
      </div>
    </details>
  );
}
