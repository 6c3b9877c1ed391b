/** Pure functions that convert rows to the API's webhooks and deliveries. */
import { messageId } from '../../shared/webhooks/signature.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { splitEvents } from './events.ts';
import type { WebhookRow } from './queries.ts';
import type { Delivery, Webhook } from './schema.ts';

type Shown = Omit<
  WebhookRow,
  'id' | 'workspace_id' | 'gets_clicks' | 'secret' | 'previous_secret' | 'clicks_sent_at' | 'deleted_at' | 'created_by'
>;

const iso = (time: Date | null) => time?.toISOString() ?? null;

export const toWebhook = (row: Shown, workspaceId: string, now: Date): Webhook => ({
  id: row.public_id,
  workspaceId,
  url: row.url,
  events: splitEvents(row.events),
  active: row.active,
  previousSecretUntil: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
  failingSince: iso(row.failing_since),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export function toDelivery(row: DeliveryRow): Delivery {
  const { status, answer_status: answered } = row;
  return {
    id: messageId(row.event_id),
    status: status === 'new' || status === 'queued' ? 'pending' : status,
    attempts: row.attempts,
    error: row.last_error,
    createdAt: row.created_at.toISOString(),
    attemptedAt: iso(row.attempted_at),
    nextAttemptAt: status === 'queued' ? iso(row.due_at) : null,
    request: JSON.parse(row.payload),
    answer: answered === null ? null : { status: answered, body: row.answer_body ?? '', tookMs: row.took_ms ?? 0 },
  };
}
