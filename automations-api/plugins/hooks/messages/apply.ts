/** The effect of a message on a contact. Jobs and tries use the same code. */
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
  if (event) contacts.tell('custom', completed.id, event);
  const left =
    completed.ignored.length > 0 ? [`Left out, because invalid or deleted: ${completed.ignored.join(', ')}.`] : [];
  const told = event ? [`Event: ${event.name}.`] : [];
  return { outcome: completed.result, detail: [...told, ...left, ...notes].join(' '), contact: completed.id, event };
}
