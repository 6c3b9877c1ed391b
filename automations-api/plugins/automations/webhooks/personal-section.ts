/** Webhook deliveries about a contact, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import { listDeliveriesOfContact, moveDeliveries } from './core/queries.ts';

export const deliverySection: PersonalSection = {
  name: 'webhook_deliveries',
  title: 'Sent to webhooks',
  async list(db, { id }) {
    const deliveries = await listDeliveriesOfContact(db, id);
    return deliveries.map(({ event, payload, status, created_at, webhook_id }) => ({
      at: sqlDate(created_at),
      event,
      webhook_id,
      status,
      payload: JSON.parse(payload) as unknown,
    }));
  },
  move: moveDeliveries,
};
