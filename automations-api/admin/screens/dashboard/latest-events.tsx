/** The latest events across all contacts, each with its actor. */
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { Time } from '../../core/times.tsx';
import type { SiteEvent } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { isCovered, wordsOf } from '../contacts/timeline-words.ts';

const words = text.dashboard.events;
const shown = 10;
/**
 * The number of requested entries. It is higher than the number shown, because entries that others cover are left
 * out.
 */
const requested = 25;
const everyMs = 30_000;

export function LatestEvents() {
  const events = useLoad(async (signal) => {
    const { timeline } = await api.get<{ timeline: SiteEvent[] }>('/timeline', { limit: requested }, signal);
    return timeline.filter((entry) => !isCovered(entry)).slice(0, shown);
  }, []);
  useEvery(everyMs, events.reload);
  return (
    <section class="card events" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <a class="text small" href={pathTo('contacts', {}, { sort: 'last_modified' })}>
          {words.all}
        </a>
      </header>
      <Show of={events} bones={<Bones rows={8} height={30} />}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty icon="clock" title={text.timeline.none} />
          ) : (
            <ol>
              {entries.map((entry, n) => (
                <Event key={n} entry={entry} />
              ))}
            </ol>
          )
        }
      </Show>
    </section>
  );
}

function Event({ entry }: { entry: SiteEvent }) {
  const { event, contact, by, at } = entry;
  const { what, details } = wordsOf(entry);
  const name = `${contact.f_name} ${contact.l_name}`.trim() || contact.email;
  // A new contact's details would repeat the name in the link.
  const detail = event === 'contact.created' ? '' : details.join(' · ');
  return (
    <li>
      <a class="first cut" dir="auto" href={pathTo('contact', { id: contact.id })} title={contact.email}>
        {name}
      </a>
      <span class="when">
        <Time at={at} />
      </span>
      <span class="second cut" dir="auto" title={detail}>
        {detail ? `${what}: ${detail}` : what}
      </span>
      <span class="second by">{text.timeline.by(by)}</span>
    </li>
  );
}
