/** The step that sends the contact's current data to a webhook. The webhook is created when the rule is saved. */
import { longestUrl } from '../../../../../shared/limits-of-fields.ts';
import { readReceiverUrl, receiverRules } from '../../../../../shared/webhooks/send.ts';
import { newEventId, newSecret } from '../../../../../shared/webhooks/signature.ts';
import type { RuleStep, Step, StepWork } from '../../../../host/extensions.ts';
import { transactionOf } from '../../contacts/actions/contact-changes.ts';
import { type ContactRow, lockContactsById } from '../../contacts/core/queries.ts';
import { toRecord } from '../../contacts/record.ts';
import type { Context } from '../../context/context.ts';
import { presentSecond } from '../../core/dates.ts';
import { unprocessable } from '../../core/errors.ts';
import { otherMessages } from '../../core/events.ts';
import type { Trx } from '../../core/tables.ts';
import { listTermsOfContacts } from '../../terms/core/membership-queries.ts';
import { deleteWebhook, insertDeliveries, insertWebhook } from '../../webhooks/core/queries.ts';

const type = otherMessages.rule;

export const webhookStep = ({ config, secrets }: Pick<Context, 'config' | 'secrets'>): RuleStep => ({
  name: 'webhook',
  label: 'Send a webhook',
  says: 'Send to {url}',
  icon: 'webhook',
  needsNobody: true,
  right: 'administrator',
  members: {
    properties: {
      url: {
        type: 'string',
        control: 'url',
        title: 'URL',
        description: 'Sends the contact, signed. A new URL gets a secret, which is shown once after saving.',
        maxLength: longestUrl,
      },
    },
    required: ['url'],
  },
  ignores: ['webhook_id', 'secret'],
  read({ url }) {
    const read = readReceiverUrl(String(url), receiverRules(config));
    if ('fault' in read) throw unprocessable(`url ${read.fault}`);
    return { action: 'webhook', url: read.href };
  },
  async save(contacts, step, previous) {
    const known = previous.find(({ url }) => url === step.url)?.webhook_id;
    if (known !== undefined) return { step: { ...step, webhook_id: known } };
    const [url, secret, now] = [String(step.url), newSecret(), presentSecond()];
    // A webhook without events gets only the rule's deliveries.
    const row = { url, events: '', secret: secrets.seal(secret), active: true, created_at: now, updated_at: null };
    const webhook_id = await insertWebhook(transactionOf(contacts).trx, row);
    return { step: { ...step, webhook_id }, shown: { webhook_id, url, secret } };
  },
  async forget(contacts, steps) {
    const ids = new Set(steps.map(({ webhook_id }) => Number(webhook_id)));
    for (const id of ids) await deleteWebhook(transactionOf(contacts).trx, id);
  },
  tries: ({ url }) => String(url),
  async act(work, step) {
    await queueDeliveries(transactionOf(work.contacts).trx, work, step);
    const detail = String(step.url).slice(0, 255);
    return () => ({ outcome: 'sent', detail });
  },
});

/** Queues a delivery per run. If the contact was deleted, the delivery has only its id. */
async function queueDeliveries(trx: Trx, { rule, runs }: StepWork, step: Step): Promise<void> {
  const contactIds = runs.map(({ contactId }) => contactId);
  const rows = await lockContactsById(trx, contactIds);
  const terms = await listTermsOfContacts(trx, contactIds);
  const byId = new Map(rows.map((row): [number, ContactRow] => [row.id, row]));
  const now = presentSecond();
  const deliveries = runs.map(({ id, contactId, event }) => {
    const row = byId.get(contactId);
    const contact = row ? { contact: toRecord(row, terms.get(contactId) ?? []) } : {};
    const data = { rule: { id: rule.id, name: rule.name }, run_id: id, event, contact_id: contactId, ...contact };
    return {
      webhook_id: Number(step.webhook_id),
      event_id: newEventId(),
      event: type,
      contact_id: contactId,
      payload: JSON.stringify({ type, timestamp: now.toISOString(), data }),
      created_at: now,
    };
  });
  await insertDeliveries(trx, deliveries);
}
