/** Answer schemas of timelines and notes. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { id, members, named, text, time, timeOrNull } from '../../../host/shapes.ts';
import { By, cursor, nextCursor } from '../core/answers.ts';

const entry = {
  at: time('When.'),
  event: text('The event.', 'tag.added'),
  by: By,
  data: members('Details, depending on the event.', { tag: { ID: 1, name: 'Customer' } }),
};

export const TimelineEntry = named('TimelineEntry', entry);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const SiteEvent = named('SiteEvent', {
  ...entry,
  contact: Type.Object(
    {
      id: text('Its id.', '1'),
      email: text('Its email address.', 'ada@example.com'),
      f_name: text('First name.', 'Ada'),
      l_name: text('Last name.', 'Lovelace'),
    },
    closed,
  ),
});
export type SiteEvent = Static<typeof SiteEvent>;

const cursors = { cursor: cursor('The same as next_cursor.'), next_cursor: nextCursor };
export const TimelineAnswer = answerWith({ timeline: Type.Array(TimelineEntry), ...cursors });
export const LatestAnswer = answerWith({ timeline: Type.Array(SiteEvent), ...cursors });

const Note = named('Note', {
  ID: id(),
  note: text('The text.', 'Requested the price list.'),
  by: By,
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time of the last change.'),
});
export const NoteAnswer = answerWith({ note: Note });
export const NotesAnswer = answerWith({ notes: Type.Array(Note) });
