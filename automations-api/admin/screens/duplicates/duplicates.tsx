/** Possible duplicates: groups of contacts with the same mailbox or phone number, to review and merge. */
import { useEffect } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { number } from '../../../../shared/ui/format.ts';
import { type PageOf, usePages } from '../../../../shared/ui/pages.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Failed, Show } from '../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { type Pair, rememberPairs } from '../../core/duplicate-pairs.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { nameOf } from '../contacts/columns.tsx';
import { StatusBadge } from '../contacts/status-badge.tsx';

const words = text.duplicates;

export function Duplicates() {
  const [query, change] = useQuery();
  const by: DuplicateKind = query.by === 'phone' ? 'phone' : 'email';
  const groups = usePages((cursor, signal) => findGroups(by, cursor, signal), [by]);
  const { data } = groups;
  useEffect(() => data && rememberPairs(data.items.flatMap(pairsOf)), [data]);
  return (
    <Screen
      title={words.title}
      note={words.note}
      parent="contacts"
      actions={
        <OneOf
          label={words.by}
          value={by}
          options={words.kinds}
          onChoose={(kind) => change({ by: kind === 'email' ? undefined : kind })}
        />
      }
    >
      <Show of={groups}>
        {({ items, nextCursor }) => (
          <div class="stack">
            {items.length === 0 && (
              <section class="card">
                <Empty icon="people" title={nextCursor ? words.noneYet : words.none[by]}>
                  {nextCursor ? words.noneYetNote : words.noneNote}
                </Empty>
              </section>
            )}
            {items.map((group) => (
              <Group key={group.value} group={group} />
            ))}
            {groups.moreError && <Failed error={groups.moreError} retry={groups.more} />}
            {nextCursor && (
              <div class="bar">
                <Button isBusy={groups.isLoadingMore} onClick={groups.more}>
                  {words.more}
                </Button>
              </div>
            )}
          </div>
        )}
      </Show>
    </Screen>
  );
}

/** Returns the reviews of a group, in the order of its rows. */
const pairsOf = ({ contacts: [first, ...others] }: DuplicateGroup): Pair[] =>
  first ? others.map(({ id }) => ({ keepId: first.id, otherId: id })) : [];

/** Shows one group. By default the oldest contact is kept. */
function Group({ group: { value, count, contacts } }: { group: DuplicateGroup }) {
  const [first, ...others] = contacts;
  if (!first) return null;
  return (
    <section class="card duplicates">
      <header>
        <h2 class="cut" dir="auto">
          {value}
        </h2>
        <span>{words.count(count)}</span>
      </header>
      <ul>
        <Member contact={first} />
        {others.map((contact) => (
          <Member key={contact.id} contact={contact} keepId={first.id} />
        ))}
      </ul>
      {count > contacts.length && <footer>{words.notShown(number(count - contacts.length))}</footer>}
    </section>
  );
}

/** Shows one contact of a group. `keepId`: the contact it can be merged into. */
function Member({ contact, keepId }: { contact: ContactRecord; keepId?: string }) {
  const { id, email, status, creation_date } = contact;
  return (
    <li>
      <span>
        <a class="first" dir="auto" href={pathTo('contact', { id })}>
          {nameOf(contact) || email}
        </a>
        <span class="soft small">{email}</span>
      </span>
      <StatusBadge code={status} />
      <span class="soft small">
        <Time at={creation_date} />
      </span>
      {keepId !== undefined && may('editor') ? (
        <a class="btn" aria-label={words.reviewNamed(email)} href={pathTo('contact', { id: keepId }, { merge: id })}>
          {words.review}
        </a>
      ) : (
        <span />
      )}
    </li>
  );
}

type DuplicateKind = 'email' | 'phone';
type DuplicateGroup = { value: string; count: number; contacts: ContactRecord[] };

type Answer = { duplicates: DuplicateGroup[]; next_cursor: string | null };

const groupsAPage = 20;
/** Maximum number of pages requested at a time. */
const mostPages = 20;

async function findGroups(
  by: DuplicateKind,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<PageOf<DuplicateGroup>> {
  let after = cursor;
  for (let page = 1; ; page++) {
    const query = { by, cursor: after, limit: groupsAPage };
    const { duplicates, next_cursor } = await api.get<Answer>('/contacts/duplicates', query, signal);
    if (duplicates.length > 0 || next_cursor === null || page === mostPages) {
      return { items: duplicates, nextCursor: next_cursor };
    }
    after = next_cursor;
  }
}
