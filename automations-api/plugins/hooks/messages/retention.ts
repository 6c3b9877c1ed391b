/**
 * Deletion of old messages, of messages whose contact is deleted, and of expired message ids, which prevent a message
 * from counting twice.
 */
import type { Context } from '../core/context.ts';
import { deleteDeliveries, deleteMessages, deleteOldMessages, listMessagesOfNobody } from '../core/message-queries.ts';
import { listHooks } from '../core/queries.ts';

const everyMs = 3_600_000;
const atOnce = 2_000;

export const startRetention = ({ db, schedule }: Context): void =>
  schedule({
    name: 'forget-old-messages',
    everyMs,
    async run() {
      while ((await deleteDeliveries(db, new Date(), atOnce)) === atOnce);
      // A killed process may have left some old messages.
      for (const { id } of await listHooks(db)) await deleteOldMessages(db, id);
      // Contacts may have been deleted while the plugin was deactivated.
      await deleteMessages(db, await listMessagesOfNobody(db));
    },
  });
