/** Events of a contact, newest first, and its notes. */
import { useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { Icon, type IconName } from '../../../../shared/ui/icon.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import { Time } from '../../core/times.tsx';
import type { TimelineEntry } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { isCovered, wordsOf } from '../contacts/timeline-words.ts';
import { AddNote, Note } from './notes.tsx';

const words = text.timeline;
const pageSize = 25;

type Answer = { timeline: TimelineEntry[]; next_cursor: string | null };

/** Events of each view. */
const views = {
  all: undefined,
  notes: 'note.added',
  changes: 'contact.created,contact.updated,contact.status_changed,contact.email_changed,contact.merged',
  terms: 'tag.added,tag.removed,list.added,list.removed',
  clicks: 'link.clicked',
  events: 'custom',
} as const;
type View = keyof typeof views;

type TimelineProps = {
  contactId: string;
  /** A number that grows with each change on this screen. */
  round: number;
  /** Time of the contact's last change by anyone. */
  changedAt: string;
};

export function Timeline({ contactId, round, changedAt }: TimelineProps) {
  const [view, setView] = useState<View>('all');
  const pages = usePages<TimelineEntry>(
    async (cursor, signal) => {
      const query = { cursor, limit: pageSize, event: views[view] };
      const answer = await api.get<Answer>(`/contact/${contactId}/timeline`, query, signal);
      return { items: answer.timeline, nextCursor: answer.next_cursor };
    },
    [contactId, round, changedAt, view],
  );
  return (
    <section class="card timeline">
      <header>
        <h2>{words.title}</h2>
        <OneOf label={words.show} value={view} options={words.views} onChoose={setView} />
      </header>
      {may('editor') && <AddNote contactId={contactId} onAdded={pages.reload} />}
      <Show of={pages}>
        {({ items }) => {
          const shown = items.filter((entry) => !isCovered(entry));
          return shown.length === 0 ? (
            <Empty icon="clock" title={words.none} />
          ) : (
            <ol>
              {shown.map((entry, n) => (
                <Entry key={`${entry.at} ${entry.event} ${shown.length - n}`} entry={entry} onChanged={pages.reload} />
              ))}
            </ol>
          );
        }}
      </Show>
      <Pager pages={pages} moreLabel={words.more} />
    </section>
  );
}

const icons: [begins: string, icon: IconName][] = [
  ['note.', 'edit'],
  ['tag.', 'tag'],
  ['list.', 'list'],
  ['link.', 'link'],
  ['webhook.', 'webhook'],
  ['custom', 'bolt'],
  ['form.', 'form'],
  ['email.', 'mail'],
  ['contact.merged', 'people'],
  ['contact.status', 'mail'],
  ['', 'contact'],
];

type EntryProps = { entry: TimelineEntry; onChanged: () => void };

function Entry({ entry, onChanged }: EntryProps) {
  const { what, details } = wordsOf(entry);
  const icon = icons.find(([begins]) => entry.event.startsWith(begins))?.[1] ?? 'contact';
  return (
    <li>
      <Icon name={icon} size={15} />
      <div>
        <div class="entry-head">
          <b>{what}</b>
          <span class="soft small">
            {words.by(entry.by)} · <Time at={entry.at} />
          </span>
        </div>
        {entry.event.startsWith('note.') ? (
          <Note entry={entry} onChanged={onChanged} />
        ) : (
          details.map((line) => (
            <p key={line}>
              <span dir="auto">{line}</span>
            </p>
          ))
        )}
      </div>
    </li>
  );
}
