/** One event of a contact's timeline. */
import { Icon, type IconName } from '../../../../shared/ui/icon.tsx';
import { Time } from '../../core/times.tsx';
import type { TimelineEntry } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { wordsOf } from '../contacts/timeline-words.ts';
import { Note } from './notes.tsx';

const words = text.timeline;

const icons: [begins: string, icon: IconName][] = [
  ['note.', 'edit'],
  ['tag.', 'tag'],
  ['list.', 'list'],
  ['link.', 'link'],
  ['webhook.', 'webhook'],
  ['contact.merged', 'people'],
  ['contact.status', 'mail'],
  ['', 'contact'],
];

type EntryProps = { entry: TimelineEntry; onChanged: () => void };

export function Entry({ entry, onChanged }: EntryProps) {
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
