/** Conversion of webhooks and deliveries to answers. Pure. */
import { messageId } from '../../../../shared/webhooks/signature.ts';
import { sqlDate } from '../core/dates.ts';
import type { DeliveryRow, WebhookRow } from './core/queries.ts';
import type { DeliveryCounts } from './delivery-queries.ts';

export type ShownWebhook = Omit<WebhookRow, 'secret' | 'previous_secret'>;

const dateOrNull = (date: Date | null) => date && sqlDate(date);

/** Returns the events; none for the webhook of a rule. */
const eventsOf = ({ events }: Pick<WebhookRow, 'events'>): string[] => events.split(',').filter(Boolean);

/** Converts a webhook to its answer, without its secret. */
export const toWebhook = (row: ShownWebhook, { pending, dead }: DeliveryCounts, now: Date) => ({
  ID: row.id,
  url: row.url,
  events: eventsOf(row),
  active: row.active,
  created_at: sqlDate(row.created_at),
  updated_at: dateOrNull(row.updated_at),
  attempted_at: dateOrNull(row.attempted_at),
  failing_since: dateOrNull(row.failing_since),
  previous_secret_until: row.previous_until && row.previous_until > now ? sqlDate(row.previous_until) : null,
  pending,
  dead,
});

/**
 * Converts a webhook to the data of an audit entry. Keeps only the origin of the URL, because the rest can be a
 * secret.
 */
export const toAudited = (row: Pick<WebhookRow, 'url' | 'events' | 'active'>) => ({
  receiver: new URL(row.url).origin,
  events: eventsOf(row),
  active: row.active,
});

export const toDelivery = (row: DeliveryRow) => ({
  ID: row.id,
  webhook_id: row.webhook_id,
  message_id: messageId(row.event_id),
  event: row.event,
  status: row.status === 'new' || row.status === 'queued' ? ('pending' as const) : row.status,
  attempts: row.attempts,
  last_error: row.last_error,
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  created_at: sqlDate(row.created_at),
  attempted_at: dateOrNull(row.attempted_at),
  next_attempt_at: row.status === 'queued' ? sqlDate(row.due_at) : null,
});
