/** Parameters of timelines and notes. */
import Type, { type Static } from 'typebox';
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { contacts } from '../../../../shared/limits-of-fields.ts';
import { cursorArgs } from '../../../host/envelope.ts';
import { dottedNames } from '../core/dotted-names.ts';
import { unprocessable } from '../core/errors.ts';

export const TimelineArgs = Type.Object({
  ...cursorArgs,
  event: dottedNames('Only these events, such as contact.status_changed; default all.'),
});
type TimelineArgs = Static<typeof TimelineArgs>;

/** The longest note. The column has room for it whichever characters it contains. */
const longestNote = contacts.note;

export const NoteArgs = Type.Object({ note: Type.String({ maxLength: longestNote, description: 'Plain text.' }) });

export const LatestArgs = Type.Object(cursorArgs);

/** The contact id that means the timelines of all contacts. */
export const allContacts = 0;

const kindOf = (contactId: number) => `timeline of ${contactId}`;

export const writeCursor = (contactId: number, lastId: number) => toCursor(kindOf(contactId), lastId);

/** Reads the end of the previous page of this timeline. @throws unprocessable_entity */
export function readCursor(contactId: number, { cursor }: Pick<TimelineArgs, 'cursor'>): number | undefined {
  if (!cursor) return undefined;
  const [id] = fromCursor(kindOf(contactId), cursor) ?? [];
  if (typeof id !== 'number') throw unprocessable('cursor does not belong to this timeline');
  return id;
}
