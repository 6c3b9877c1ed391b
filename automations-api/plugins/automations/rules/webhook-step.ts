/** What a step sends: the contact as it is, to the webhook that the rule made for it, through the outbox. */
import { newEventId } from '../../../../shared/webhooks/signature.ts';
import { type ContactRow, lockContactsById } from '../contacts/queries.ts';
import { toRecord } from '../contacts/record.ts';
import type { Trx } from '../core/tables.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import { insertDeliveries } from '../webhooks/queries.ts';
import type { WebhookStep } from './definition.ts';

const type = 'rule.webhook';

type Run = { id: number; contact_id: number; event: string };

/** A message for each run; of a contact that is gone it has the id alone. */
export async function sendOfRuns(
  trx: Trx,
  rule: { id: number; name: string },
  step: WebhookStep,
  runs: Run[],
  now: Date,
): Promise<void> {
  const contactIds = runs.map(({ contact_id }) => contact_id);
  const rows = await lockContactsById(trx, contactIds);
  const terms = await listTermsOfContacts(trx, contactIds);
  const byId = new Map(rows.map((row): [number, ContactRow] => [row.id, row]));
  const deliveries = runs.map(({ id, contact_id, event }) => {
    const row = byId.get(contact_id);
    const contact = row ? { contact: toRecord(row, terms.get(contact_id) ?? []) } : {};
    const data = { rule: { id: rule.id, name: rule.name }, run_id: id, event, contact_id, ...contact };
    return {
      webhook_id: step.webhook_id,
      event_id: newEventId(),
      event: type,
      contact_id,
      payload: JSON.stringify({ type, timestamp: now.toISOString(), data }),
      created_at: now,
    };
  });
  await insertDeliveries(trx, deliveries);
}
