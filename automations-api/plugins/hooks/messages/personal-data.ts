/** Messages about a contact, for personal data exports, merges and erasures. */
import { sqlDate } from '../../../host/shapes.ts';
import type { Context } from '../core/context.ts';
import {
  deleteMessages,
  deleteMessagesOfContacts,
  listMessagesByText,
  listMessagesOfContact,
  moveMessages,
} from '../core/message-queries.ts';

export const keepPersonalData = ({ db, contacts }: Context): void =>
  contacts.addSection({
    name: 'hook_messages',
    title: 'Received by hooks',
    async list({ id }) {
      const messages = await listMessagesOfContact(db, id);
      return messages.map(({ received_at, hook_id, outcome, detail, body }) => ({
        at: sqlDate(received_at),
        hook_id,
        outcome,
        detail,
        body: JSON.parse(body) as unknown,
      }));
    },
    move: moveMessages,
    remove: deleteMessagesOfContacts,
    async erase(trx, { emailKeys, containsAddress }) {
      const locals = emailKeys.map((key) => key.slice(0, key.lastIndexOf('@') + 1));
      const found = await listMessagesByText(trx, locals);
      const ids = found.filter(({ body }) => textsOf(JSON.parse(body)).some(containsAddress)).map(({ id }) => id);
      await deleteMessages(trx, ids);
    },
  });

/** Lists the names and texts in a JSON value. In JSON itself, escapes such as `\n` can precede an address. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inside]) => [name, ...textsOf(inside)])
      : [];
