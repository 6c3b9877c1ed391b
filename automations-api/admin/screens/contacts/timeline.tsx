/** What happened to a contact, the newest first, and notes about it. */
import { Button } from '../../../../shared/ui/button.tsx';
import { TextArea } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { Problem } from '../../../../shared/ui/form-dialog.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Failed, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../api.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import { Time } from '../../times.tsx';
import type { TimelineEntry } from '../../types.ts';
import { wordsOf } from './timeline-words.ts';

const words = text.timeline;

type Answer = { timeline: TimelineEntry[]; next_cursor: string | null };

/** `round` changes when the contact did. */
export function Timeline({ contactId, round }: { contactId: string; round: number }) {
  const pages = usePages<TimelineEntry>(
    async (cursor, signal) => {
      const answer = await api.get<Answer>(`/contact/${contactId}/timeline`, { cursor, limit: 25 }, signal);
      return { items: answer.timeline, nextCursor: answer.next_cursor };
    },
    [contactId, round],
  );
  return (
    <section class="card timeline">
      <header>
        <h2>{words.title}</h2>
      </header>
      {may('editor') && <AddNote contactId={contactId} onAdded={pages.reload} />}
      <Show of={pages}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="clock" title={words.none} />
          ) : (
            <ol>
              {items.map((entry, n) => (
                <Entry key={n} entry={entry} />
              ))}
            </ol>
          )
        }
      </Show>
      {pages.moreError && <Failed error={pages.moreError} retry={pages.more} />}
      {pages.data?.nextCursor && (
        <footer>
          <Button isBusy={pages.isLoadingMore} onClick={pages.more}>
            {words.more}
          </Button>
        </footer>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { what, details } = wordsOf(entry);
  return (
    <li>
      <div>
        <b>{what}</b>
        <span class="soft">
          {words.by(entry.by)} · <Time at={entry.at} />
        </span>
      </div>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </li>
  );
}

function AddNote({ contactId, onAdded }: { contactId: string; onAdded: () => void }) {
  const form = useForm({ note: '' }, async ({ note }) => {
    await api.post(`/contact/${contactId}/note`, { note: note.trim() });
    form.reset({ note: '' });
    onAdded();
  });
  return (
    <form class="form body" onSubmit={form.submit}>
      <Problem of={form} />
      <TextArea label={words.note} rows={2} maxLength={5_000} required {...form.field('note')} />
      <div class="bar end">
        <Button type="submit" isBusy={form.isBusy} disabled={form.values.note.trim() === ''}>
          {words.addNote}
        </Button>
      </div>
    </form>
  );
}
