/** Clicks in MySQL that are kept for webhooks, and the webhooks that receive clicks. */
import type { Db, Trx } from '../core/tables.ts';

/** The ids of webhooks that receive clicks, by workspace. */
export type ClickListeners = ReadonlyMap<number, readonly number[]>;

const rememberedMs = 1_000;
const knownByDb = new WeakMap<object, { listeners: ClickListeners; until: number }>();

/**
 * Finds the webhooks that receive clicks. The result is cached for a second, so a new webhook starts to receive
 * clicks after that time.
 */
export async function findClickListeners(db: Db): Promise<ClickListeners> {
  const known = knownByDb.get(db);
  if (known && known.until > Date.now()) return known.listeners;
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'workspace_id as workspaceId'])
    .where('gets_clicks', '=', true)
    .execute();
  const listeners = new Map<number, number[]>();
  for (const { id, workspaceId } of rows) listeners.set(workspaceId, [...(listeners.get(workspaceId) ?? []), id]);
  knownByDb.set(db, { listeners, until: Date.now() + rememberedMs });
  return listeners;
}

/** A workspace's clicks on one day, as a block. */
export type WebhookClicks = { day: number; clicks: number; data: Buffer };

const rowsAStatement = 200;

export async function insertWebhookClicks(trx: Trx, rows: (WebhookClicks & { webhook_id: number })[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAStatement) {
    await trx
      .insertInto('webhook_clicks')
      .values(rows.slice(from, from + rowsAStatement))
      .execute();
  }
}
