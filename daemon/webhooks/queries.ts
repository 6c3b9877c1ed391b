/** Webhooks in MySQL. Queries for members take the workspace's id; the sender's take a webhook's id. */

import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { countRows } from '../../shared/db/results.ts';
import type { Receiver } from '../../shared/webhooks/deliver.ts';
import type { Db, Trx, WebhookTable } from '../core/tables.ts';
import { type EventName, splitEvents } from './events.ts';

export type WebhookRow = Selectable<WebhookTable>;

const webhooksOf = (db: Db, workspaceId: number) =>
  db.selectFrom('webhooks').where('workspace_id', '=', workspaceId).where('deleted_at', 'is', null);

/** Lists webhooks, newest first. */
export const listWebhooks = (db: Db, workspaceId: number): Promise<WebhookRow[]> =>
  webhooksOf(db, workspaceId).selectAll().orderBy('id', 'desc').execute();

export const findWebhook = (db: Db, workspaceId: number, publicId: string): Promise<WebhookRow | undefined> =>
  webhooksOf(db, workspaceId).selectAll().where('public_id', '=', publicId).executeTakeFirst();

/** Finds a webhook and locks it until the transaction ends. */
export const lockWebhook = (trx: Trx, workspaceId: number, publicId: string): Promise<WebhookRow | undefined> =>
  webhooksOf(trx, workspaceId).selectAll().where('public_id', '=', publicId).forUpdate().executeTakeFirst();

export const countWebhooks = (db: Db, workspaceId: number): Promise<number> => countRows(webhooksOf(db, workspaceId));

/** Adds `gets_clicks`, which follows from the other columns. */
const withHearsClicks = <T extends { active?: boolean | undefined; events?: string | undefined }>(
  changes: T,
  { active, events }: Pick<WebhookRow, 'active' | 'events'>,
) => ({
  ...changes,
  gets_clicks: (changes.active ?? active) && splitEvents(changes.events ?? events).includes('link.clicked'),
});

export type NewWebhook = Omit<Insertable<WebhookTable>, 'active' | 'gets_clicks'> & { active: boolean };

export const insertWebhook = (trx: Trx, webhook: NewWebhook) =>
  trx.insertInto('webhooks').values(withHearsClicks(webhook, webhook)).execute();

/** Updates a locked webhook. */
export const updateWebhook = (trx: Trx, webhook: WebhookRow, changes: Updateable<WebhookTable>) =>
  trx
    .updateTable('webhooks')
    .set(withHearsClicks(changes, webhook))
    .where('workspace_id', '=', webhook.workspace_id)
    .where('id', '=', webhook.id)
    .execute();

const ended = (now: Date) => ({
  active: false,
  gets_clicks: false,
  secret: '',
  previous_secret: null,
  updated_at: now,
  deleted_at: now,
});

/** Marks a webhook as deleted. Its deliveries are deleted later. */
export const deleteWebhook = (trx: Trx, { workspace_id, id }: Pick<WebhookRow, 'workspace_id' | 'id'>, now: Date) =>
  trx.updateTable('webhooks').set(ended(now)).where('workspace_id', '=', workspace_id).where('id', '=', id).execute();

/** Marks all webhooks of a workspace as deleted. */
export const deleteWebhooksOf = (trx: Trx, workspaceId: number, now: Date) =>
  trx
    .updateTable('webhooks')
    .set(ended(now))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .execute();

/** Marks a user's webhooks in all workspaces as deleted, and returns them. The caller writes to the change feed. */
export async function deleteWebhooksBy(trx: Trx, userId: number, now: Date) {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'public_id as publicId', 'workspace_id as workspaceId', 'url'])
    .where('created_by', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute();
  const ids = webhooks.map(({ id }) => id);
  if (ids.length > 0) await trx.updateTable('webhooks').set(ended(now)).where('id', 'in', ids).execute();
  return webhooks;
}

/** Lists the webhooks subscribed to an event, with the public id of their workspace. */
export const listSubscribers = (db: Db, workspaceId: number, event: EventName) =>
  db
    .selectFrom('webhooks')
    .innerJoin('workspaces', 'workspaces.id', 'webhooks.workspace_id')
    .where('webhooks.workspace_id', '=', workspaceId)
    .where('webhooks.active', '=', true)
    .where(sql<boolean>`FIND_IN_SET(${event}, webhooks.events) > 0`)
    .select(['webhooks.id', 'workspaces.public_id as workspacePublicId'])
    .execute();

/** Finds a webhook's URL and secrets. For a while a replaced secret also signs. */
export async function findReceiver(db: Db, id: number, now: Date): Promise<Receiver | undefined> {
  const webhook = await db
    .selectFrom('webhooks')
    .select([
      'url',
      'secret',
      'previous_secret as previousSecret',
      'previous_until as previousUntil',
      'failing_since as failingSince',
    ])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!webhook) return undefined;
  const { url, secret, previousSecret, previousUntil, failingSince } = webhook;
  const signsToo = previousSecret !== null && previousUntil !== null && previousUntil > now;
  return { url, secrets: signsToo ? [secret, previousSecret] : [secret], failingSince };
}

/** Records the time since which all attempts have failed; `null` after a success. */
export const setFailing = (db: Db, id: number, since: Date | null) =>
  db.updateTable('webhooks').set({ failing_since: since }).where('id', '=', id).execute();

/** Turns off an active webhook and returns it. Returns `undefined` if it was already off. */
export async function turnOff(trx: Trx, id: number, now: Date) {
  const webhook = await trx
    .selectFrom('webhooks')
    .select(['public_id as publicId', 'workspace_id as workspaceId', 'url'])
    .where('id', '=', id)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (webhook) {
    await trx
      .updateTable('webhooks')
      .set({ active: false, gets_clicks: false, updated_at: now })
      .where('id', '=', id)
      .execute();
  }
  return webhook;
}

/** Lists webhooks that are marked as deleted. */
export const listEnded = async (db: Db, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom('webhooks')
      .select('id')
      .where('deleted_at', 'is not', null)
      .orderBy('deleted_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/**
 * Deletes a batch of a deleted webhook's rows, and finally the webhook itself. Resolves to whether everything is
 * deleted.
 */
export async function clearWebhook(db: Db, id: number, rowsAtOnce: number): Promise<boolean> {
  for (const table of ['webhook_deliveries', 'webhook_clicks'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('webhook_id', '=', id)
      .limit(rowsAtOnce)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === rowsAtOnce) return false;
  }
  await db.deleteFrom('webhooks').where('id', '=', id).where('deleted_at', 'is not', null).execute();
  return true;
}
