/** Deletion of old messages and of the ids of old deliveries. */
import type { Context } from '../core/context.ts';
import { deleteDeliveriesBefore, deleteOldMessages } from '../core/message-queries.ts';
import { listHooks } from '../core/queries.ts';

const everyMs = 3_600_000;
const atOnce = 2_000;
/** The days during which a repeated delivery is recognised: longer than senders retry. */
const deliveryDays = 7;

export const startRetention = ({ db, schedule }: Context): void =>
  schedule({
    name: 'forget-old-messages',
    everyMs,
    async run() {
      const before = new Date(Date.now() - deliveryDays * 86_400_000);
      while ((await deleteDeliveriesBefore(db, before, atOnce)) === atOnce);
      // A process that was killed can have left some.
      for (const { id } of await listHooks(db)) await deleteOldMessages(db, id);
    },
  });
