/** Records the outcome of deliveries in their webhook's row: failing since, last tried, and gone. */
import type { Outcome, Receiver } from '../../../../shared/webhooks/deliver.ts';
import type { Db } from '../core/tables.ts';
import { updateWebhook, type WebhookRow } from './core/queries.ts';

/** Each process writes a busy webhook's row at most this often. */
const notedMs = 5_000;
const mostNoted = 10_000;

/** Where its messages go; a replaced secret signs beside the new one for a while. Undefined for one that is off. */
export function toReceiver(webhook: WebhookRow | undefined, now: Date): Receiver | undefined {
  if (!webhook?.active) return undefined;
  const { url, secret, former_secret: former, former_until: until, failing_since: failingSince } = webhook;
  return { url, secrets: former !== null && until !== null && until > now ? [secret, former] : [secret], failingSince };
}

export function createHealthNotes(db: Db) {
  const notedAt = new Map<number, number>();

  function isDue(id: number, now: Date): boolean {
    if ((notedAt.get(id) ?? 0) > now.getTime() - notedMs) return false;
    if (notedAt.size >= mostNoted) notedAt.clear();
    notedAt.set(id, now.getTime());
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
