/** Applies a message to a contact, in jobs and in dry runs. */
import { ApiError } from '../../../../shared/errors.ts';
import type { ContactChanges } from '../../../host/contacts.ts';
import { type MappedMessage, type Mapping, readMessage } from '../core/mapping.ts';
import { countsFirst, type Ending } from '../core/message-queries.ts';
import type { Trx } from '../core/tables.ts';

/** `isComplete`: false if a value, tag or list was left out. */
export type Applied = Ending & Pick<MappedMessage, 'event'> & { isComplete: boolean };

/** The time during which an id that the mapping names counts once. */
const onceMs = 365 * 86_400_000;

const ignored = (detail: string): Applied => ({
  ...({ outcome: 'ignored', contact: null } as const),
  ...{ detail, event: undefined, isComplete: true },
});

/** Applies a message in a transaction on contacts. @throws the reason to refuse the message */
export async function applyMessage(
  contacts: ContactChanges,
  trx: Trx,
  { id: hookId, mapping }: { id: number; mapping: Mapping },
  body: unknown,
): Promise<Applied> {
  const read = readMessage(mapping, body);
  if (read.ignored !== undefined) return ignored(read.ignored);
  if (read.once !== '' && !(await countsFirst(trx, hookId, `message\n${read.once}`, onceMs))) {
    return ignored(`A message with the same ${mapping.once} has already counted.`);
  }
  const { email, columns, fields, addPoints, event, notes } = read;
  const { tags = [], lists = [], overwrite = [] } = mapping;
  const input = { ...columns, email, fields, tags, lists, add_points: addPoints };
  const completed = await contacts.complete(input, { overwrite });
  const isComplete = completed.ignored.length === 0;
  if (!isComplete) notes.push(`Left out, because invalid or deleted: ${completed.ignored.join(', ')}.`);
  const recorded = event && recordEvent(contacts, completed.id, event, notes);
  return { outcome: completed.result, detail: notes.join(' '), contact: completed.id, event: recorded, isComplete };
}

type Event = NonNullable<MappedMessage['event']>;

/** Records an event, without its data if the data is too large. Returns the recorded event. */
function recordEvent(contacts: ContactChanges, contactId: number, event: Event, notes: string[]): Event | undefined {
  let fault = '';
  for (const recorded of [event, { ...event, data: {} }]) {
    try {
      contacts.emit('custom', contactId, recorded);
      notes.unshift(`Event: ${recorded.name}${fault === '' ? '' : `, without data: ${fault}`}.`);
      return recorded;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fault = error.message;
    }
  }
  notes.push(`No event was recorded: ${fault}.`);
  return undefined;
}
