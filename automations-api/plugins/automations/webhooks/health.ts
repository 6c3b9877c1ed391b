/** The health of webhooks, recorded in their rows after deliveries. */
import type { Outcome, Receiver } from '../../../../shared/webhooks/deliver.ts';
import type { Db } from '../core/tables.ts';
import { updateWebhook, type WebhookRow } from './core/queries.ts';

/** Minimum time between writes to a busy webhook's row, per process. */
const recordedMs = 5_000;
const mostRecorded = 10_000;

/**
 * Returns the receiver of a webhook; undefined if the webhook is off. After a rotation, the previous secret also
 * signs for a while.
 */
export function toReceiver(webhook: WebhookRow | undefined, now: Date): Receiver | undefined {
  if (!webhook?.active) return undefined;
  const { url, secret, previous_secret: old, previous_until: until, failing_since: failingSince } = webhook;
  return { url, secrets: old !== null && until !== null && until > now ? [secret, old] : [secret], failingSince };
}

export function createHealthRecorder(db: Db) {
  const recordedAt = new Map<number, number>();

  function isDue(id: number, now: Date): boolean {
    if ((recordedAt.get(id) ?? 0) > now.getTime() - recordedMs) return false;
    if (recordedAt.size >= mostRecorded) recordedAt.clear();
    recordedAt.set(id, now.getTime());
    return true;
  }

  return async (id: number, { failingSince }: Pick<Receiver, 'failingSince'>, outcome: Outcome, now: Date) => {
    const isFailing = outcome !== 'taken';
    const changes = {
      ...(isFailing === !failingSince ? { failing_since: isFailing ? now : null } : {}),
      ...(outcome === 'gone' ? { active: false, updated_at: now } : {}),
    };
    const isChanged = Object.keys(changes).length > 0;
    if (isDue(id, now) || isChanged) await updateWebhook(db, id, { ...changes, attempted_at: now });
  };
}
