/**
 * Recording of delivery attempts. The end of a delivery also gets a timeline entry, without its payload. If the contact
 * is deleted, only ids remain in the payload.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type Attempt, recordAttempt } from '../../../../shared/webhooks/delivery-queries.ts';
import { presentSecond } from '../core/dates.ts';
import { system } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { toOwnRow } from '../timeline/core/entry.ts';
import { insertTimelineEntries } from '../timeline/core/queries.ts';
import { type DeliveryRow, deliveriesIn, findDelivery, lockContactRow, setPayload } from './core/queries.ts';
import { keepOnlyIds } from './strip-deliveries.ts';

export async function recordOnTimeline(db: Db, id: number, attempt: Attempt, now: Date): Promise<void> {
  const delivery = attempt.status === 'queued' ? undefined : await findDelivery(db, id);
  const contactId = delivery?.contact_id;
  if (!delivery || !contactId) {
    await recordAttempt(deliveriesIn(db), id, attempt, now);
    return;
  }
  await inTransaction(db, async (trx) => {
    // The contact is locked before the delivery, as when a contact is deleted. A deleted contact has no timeline.
    const exists = await lockContactRow(trx, contactId);
    const isRecorded = await recordAttempt(deliveriesIn(trx), id, attempt, now);
    if (!isRecorded) return;
    if (exists) await insertTimelineEntries(trx, [toEntry(contactId, delivery, attempt)]);
    else await setPayload(trx, id, keepOnlyIds(delivery.payload));
  });
}

function toEntry(contactId: number, delivery: DeliveryRow, { status, error }: Attempt) {
  const { id, webhook_id, event, attempts } = delivery;
  const result = status === 'delivered' ? 'webhook.delivered' : 'webhook.failed';
  return toOwnRow(
    { by: system, contactId, event: result, at: presentSecond() },
    { webhook_id, delivery_id: id, event, attempts: attempts + 1, ...(error === null ? {} : { error }) },
  );
}
