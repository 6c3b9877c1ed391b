/** Webhooks with dead deliveries, or with deliveries that have been pending for a long time. */
import { sqlDate } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import { countUndelivered, listDeliveryFaults, listWebhooksById } from './trouble-queries.ts';

/** Minimum time for which a delivery must be pending to be reported. */
const longPendingMs = 10 * 60_000;
const mostShown = 100;

/** Lists webhooks in trouble, those with the most dead deliveries first. */
export async function findWebhooksInTrouble(db: Db, now: Date) {
  const undelivered = await countUndelivered(db);
  if (undelivered.size === 0) return [];
  const webhooks = await listWebhooksById(db, [...undelivered.keys()]);
  const ids = [...undelivered.values()].flatMap(({ oldestPending, newestDead }) => [oldestPending, newestDead]);
  const deliveries = await listDeliveryFaults(
    db,
    ids.filter((id) => id !== null),
  );
  const deliveryOf = new Map(deliveries.map((row) => [row.id, row]));
  return webhooks
    .flatMap(({ id, url, events, active }) => {
      const one = undelivered.get(id);
      const oldest = deliveryOf.get(one?.oldestPending ?? 0);
      const isLate = active && oldest !== undefined && now.getTime() - oldest.created_at.getTime() > longPendingMs;
      if (!one || (one.dead === 0 && !isLate)) return [];
      const lastError = deliveryOf.get(one.newestDead ?? 0)?.last_error ?? oldest?.last_error ?? null;
      return {
        ID: id,
        url,
        // A rule's webhook has no events.
        events: events === '' ? [] : events.split(','),
        active,
        dead: one.dead,
        pending: one.pending,
        pending_since: oldest ? sqlDate(oldest.created_at) : null,
        last_error: lastError,
      };
    })
    .sort((a, b) => b.dead - a.dead || b.pending - a.pending)
    .slice(0, mostShown);
}
