/** Queries for webhooks and their deliveries. */

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countRows, insertedId } from '../../../../../shared/db/results.ts';
import { withTables } from '../../../../../shared/db/with-tables.ts';
import type { DeliveryStore } from '../../../../../shared/webhooks/delivery-queries.ts';
import type { PageWindow } from '../../../../host/core/route.ts';
import type { Db, Trx, WebhookDeliveryTable, WebhookTable } from '../../core/tables.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;

/** Returns the store of deliveries, for code shared by both services. */
export const deliveriesIn = (db: Db): DeliveryStore => ({
  db: withTables(db),
  table: 'automations_webhook_deliveries',
  keepsAnswers: false,
});

/** Selects webhooks with events. A webhook without events belongs to a rule. */
const listening = (db: Db) => db.selectFrom('automations_webhooks').where('events', '!=', '');

export const listWebhooks = (db: Db, { limit, offset }: PageWindow): Promise<WebhookRow[]> =>
  listening(db).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

export const listActiveWebhooks = (db: Db) =>
  listening(db).select(['id', 'events']).where('active', '=', true).execute();

export const countWebhooks = (db: Db): Promise<number> => countRows(listening(db));

export const findWebhook = (db: Db, id: number): Promise<WebhookRow | undefined> =>
  db.selectFrom('automations_webhooks').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks a webhook until the transaction ends. */
export const lockWebhook = (trx: Trx, id: number): Promise<WebhookRow | undefined> =>
  trx.selectFrom('automations_webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertWebhook = (db: Db, webhook: Insertable<WebhookTable>): Promise<number> =>
  insertedId(db.insertInto('automations_webhooks').values(webhook));

export const updateWebhook = (db: Db, id: number, changes: Updateable<WebhookTable>) =>
  db.updateTable('automations_webhooks').set(changes).where('id', '=', id).execute();

export async function deleteWebhook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('automations_webhooks').where('id', '=', id).execute();
  await trx.deleteFrom('automations_webhook_deliveries').where('webhook_id', '=', id).execute();
}

export async function insertDeliveries(trx: Trx, deliveries: Insertable<WebhookDeliveryTable>[]): Promise<void> {
  if (deliveries.length > 0) await trx.insertInto('automations_webhook_deliveries').values(deliveries).execute();
}

/** Inserts a delivery and returns its id. */
export const insertDelivery = (trx: Trx, delivery: Insertable<WebhookDeliveryTable>): Promise<number> =>
  insertedId(trx.insertInto('automations_webhook_deliveries').values(delivery));

export const findDelivery = (db: Db, id: number): Promise<DeliveryRow | undefined> =>
  db.selectFrom('automations_webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();

/** Checks whether the contact exists, and prevents its deletion until the transaction ends. */
export async function lockContactRow(trx: Trx, id: number): Promise<boolean> {
  const contact = trx.selectFrom('automations_contacts').select('id').where('id', '=', id);
  return (await contact.modifyEnd(sql`LOCK IN SHARE MODE`).executeTakeFirst()) !== undefined;
}

/** Lists deliveries about a contact, oldest first. */
export const listDeliveriesOfContact = (db: Db, contactId: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('automations_webhook_deliveries')
    .selectAll()
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();

export const moveDeliveries = (trx: Trx, fromId: number, toId: number) =>
  trx
    .updateTable('automations_webhook_deliveries')
    .set({ contact_id: toId })
    .where('contact_id', '=', fromId)
    .execute();

/** Deletes the contacts' ended deliveries. Pending deliveries are kept, and lose their personal data when they end. */
export const deleteEndedDeliveries = (trx: Trx, contactIds: number[]) =>
  trx
    .deleteFrom('automations_webhook_deliveries')
    .where('contact_id', 'in', contactIds)
    .where('status', 'in', ['delivered', 'dead'])
    .execute();

export const setPayload = (trx: Trx, id: number, payload: string) =>
  trx.updateTable('automations_webhook_deliveries').set({ payload }).where('id', '=', id).execute();
