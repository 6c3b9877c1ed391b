/** The effect of a message on a contact. Jobs and tries use the same code. */
import { ApiError } from '../../../../shared/errors.ts';
import type { ContactChanges } from '../../../host/contacts.ts';
import { type MappedMessage, type Mapping, readMessage } from '../core/mapping.ts';
import type { Ending } from '../core/message-queries.ts';

export type Applied = Ending & Pick<MappedMessage, 'event'>;

/** Applies a message in a transaction over contacts. @throws the reason to refuse the message */
export async function applyMessage(contacts: ContactChanges, mapping: Mapping, body: unknown): Promise<Applied> {
  const { email, columns, fields, addPoints, event, notes } = readMessage(mapping, body);
  if (email === undefined) {
    return {
      outcome: 'ignored',
      detail: `There is no email address at ${mapping.email}.`,
      contact: null,
      event: undefined,
    };
  }
  const { tags = [], lists = [], overwrite = [] } = mapping;
  const completed = await contacts.complete(
    { ...columns, email, fields, tags, lists, add_points: addPoints },
    { overwrite },
  );
  if (completed.ignored.length > 0)
    notes.push(`Left out, because invalid or deleted: ${completed.ignored.join(', ')}.`);
  const told = event && tellEvent(contacts, completed.id, event, notes);
  return { outcome: completed.result, detail: notes.join(' '), contact: completed.id, event: told };
}

type Event = NonNullable<MappedMessage['event']>;

/** Records an event, without its data if the data is too large. Returns the recorded event. */
function tellEvent(contacts: ContactChanges, contactId: number, event: Event, notes: string[]): Event | undefined {
  let fault = '';
  for (const told of [event, { ...event, data: {} }]) {
    try {
      contacts.tell('custom', contactId, told);
      notes.unshift(`Event: ${told.name}${fault === '' ? '' : `, without data: ${fault}`}.`);
      return told;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fault = error.message;
    }
  }
  notes.push(`No event was recorded: ${fault}.`);
  return undefined;
}
