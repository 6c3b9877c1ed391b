/**
 * Notes what came of a try; the end of a delivery is on its contact's timeline too, once, without its payload. Where the
 * contact is gone, only ids stay of the payload.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type Attempt, recordAttempt } from '../../../../shared/webhooks/delivery-queries.ts';
import { presentSecond } from '../core/dates.ts';
import { system } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { toOwnRow } from '../timeline/core/entry.ts';
import { insertTimelineEntries } from '../timeline/core/queries.ts';

import { type DeliveryRow, deliveriesIn, findDelivery, holdContact, setPayload } from './core/queries.ts';
import { toIdsAlone } from './strip-deliveries.ts';

export async function recordOnTimeline(db: Db, id: number, attempt: Attempt, now: Date): Promise<void> {
  const delivery = attempt.status === 'queued' ? undefined : await findDelivery(db, id);
  const contactId = delivery?.contact_id;
  if (!delivery || !contactId) {
    await recordAttempt(deliveriesIn(db), id, attempt, now);
    return;
  }
  await inTransaction(db, async (trx) => {
    // Locked before the delivery, in the same order as deleting the contact. A deleted contact has no timeline.
    const isThere = await holdContact(trx, contactId);
    const isNoted = await recordAttempt(deliveriesIn(trx), id, attempt, now);
    if (!isNoted) return;
    if (isThere) await insertTimelineEntries(trx, [toEntry(contactId, delivery, attempt)]);
    else await setPayload(trx, id, toIdsAlone(delivery.payload));
  });
}

function toEntry(contactId: number, delivery: DeliveryRow, { status, error }: Attempt) {
  const { id, webhook_id, event, attempts } = delivery;
  const told = status === 'delivered' ? 'webhook.delivered' : 'webhook.failed';
  return toOwnRow(
    { by: system, contactId, event: told, at: presentSecond() },
    { webhook_id, delivery_id: id, event, attempts: attempts + 1, ...(error === null ? {} : { error }) },
  );
}
