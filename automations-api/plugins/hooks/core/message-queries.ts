/** Queries for messages and the ids of deliveries. */

import { type Selectable, sql } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { changedRows, listIds } from '../../../../shared/db/results.ts';
import { hashSecret } from '../../../../shared/secrets/secrets.ts';
import type { Db, MessageTable, Outcome, Trx } from './tables.ts';

export type MessageRow = Selectable<MessageTable>;

/** The number of messages that are kept per hook, not counting waiting ones. */
const mostKept = 10;

/** Records an id that counts once during `ms`. Returns false if it is already known. */
export async function countsFirst(trx: Trx, hookId: number, id: string, ms: number): Promise<boolean> {
  const row = { hook_id: hookId, delivery_hash: hashSecret(id), forget_at: new Date(Date.now() + ms) };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('automations_hook_deliveries')
    .ignore()
    .values(row)
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export const insertMessage = (trx: Trx, message: Pick<MessageRow, 'hook_id' | 'body' | 'received_at'>) =>
  trx
    .insertInto('automations_hook_messages')
    .values({ ...message, due_at: message.received_at })
    .execute();

/** Returns whether more than `most` messages of a hook are waiting. Reads only the index. */
export async function hasBacklog(db: Db, hookId: number, most: number): Promise<boolean> {
  const beyond = db
    .selectFrom('automations_hook_messages')
    .select('id')
    .where('outcome', '=', 'waiting')
    .where('hook_id', '=', hookId)
    .orderBy('id')
    .offset(most)
    .limit(1);
  return (await beyond.executeTakeFirst()) !== undefined;
}

/** Lists the active hooks that have due messages. */
export const listDueHooks = (db: Db, now: Date): Promise<number[]> =>
  listIds(
    db
      .selectFrom('automations_hooks as h')
      .select('h.id')
      .where('h.active', '=', true)
      .where((e) =>
        e.exists(
          e
            .selectFrom('automations_hook_messages as m')
            .select('m.id')
            .where('m.outcome', '=', 'waiting')
            .whereRef('m.hook_id', '=', 'h.id')
            .where('m.due_at', '<=', now),
        ),
      ),
  );

/** Lists the ids of due messages, oldest first. */
export const listDueMessages = (db: Db, hookId: number, now: Date, limit: number): Promise<number[]> =>
  listIds(
    db
      .selectFrom('automations_hook_messages')
      .select('id')
      .where('outcome', '=', 'waiting')
      .where('hook_id', '=', hookId)
      .where('due_at', '<=', now)
      .orderBy('id')
      .limit(limit),
  );

/** Locks a waiting message until the transaction ends. */
export const lockWaiting = (trx: Trx, id: number): Promise<MessageRow | undefined> =>
  trx
    .selectFrom('automations_hook_messages')
    .selectAll()
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();

export type Ending = { outcome: Outcome; detail: string; contact: number | null };

/** Stores the outcome of a waiting message. `keepsBody`: false to delete its body. */
export const endMessage = (db: Db, id: number, { outcome, detail, contact }: Ending, keepsBody = true) =>
  db
    .updateTable('automations_hook_messages')
    .set({ outcome, detail: detail.slice(0, 1_000), contact_id: contact, ...(keepsBody ? {} : { body: 'null' }) })
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();

export const postponeMessage = (db: Db, id: number, detail: string, dueAt: Date) =>
  db
    .updateTable('automations_hook_messages')
    .set({ attempts: sql`attempts + 1`, detail: detail.slice(0, 1_000), due_at: dueAt })
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();

/** Lists a hook's last messages, newest first. */
export const listMessages = (db: Db, hookId: number): Promise<MessageRow[]> =>
  db
    .selectFrom('automations_hook_messages')
    .selectAll()
    .where('hook_id', '=', hookId)
    .orderBy('id', 'desc')
    .limit(mostKept)
    .execute();

/** Deletes a hook's older messages, except waiting ones. */
export async function deleteOldMessages(db: Db, hookId: number): Promise<void> {
  const ended = db
    .selectFrom('automations_hook_messages')
    .select('id')
    .where('hook_id', '=', hookId)
    .where('outcome', '!=', 'waiting');
  const oldest = await ended.orderBy('id', 'desc').offset(mostKept).limit(1).executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom('automations_hook_messages')
    .where('hook_id', '=', hookId)
    .where('id', '<=', oldest.id)
    .where('outcome', '!=', 'waiting')
    .execute();
}

/** Deletes ids whose time is over. Returns how many it deleted, at most `limit`. */
export const deleteDeliveries = (db: Db, now: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('automations_hook_deliveries').where('forget_at', '<', now).limit(limit));

/** Lists messages about a contact, oldest first. */
export const listMessagesOfContact = (db: Db, contactId: number): Promise<MessageRow[]> =>
  db.selectFrom('automations_hook_messages').selectAll().where('contact_id', '=', contactId).orderBy('id').execute();

export const moveMessages = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('automations_hook_messages').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteMessagesOfContacts = (trx: Trx, contactIds: readonly number[]) =>
  trx.deleteFrom('automations_hook_messages').where('contact_id', 'in', contactIds).execute();

/** Lists all hooks' messages whose bodies contain one of these texts, ignoring case. */
export const listMessagesByText = (db: Db, texts: readonly string[]): Promise<Pick<MessageRow, 'id' | 'body'>[]> =>
  db
    .selectFrom('automations_hook_messages')
    .select(['id', 'body'])
    .where((e) => e.or(texts.map((text) => e('body', 'like', contains(JSON.stringify(text).slice(1, -1))))))
    .execute();

/** Lists messages whose contact no longer exists. */
export const listMessagesOfNobody = (db: Db): Promise<number[]> =>
  listIds(
    db
      .selectFrom('automations_hook_messages as m')
      .leftJoin('automations_contacts as c', 'c.id', 'm.contact_id')
      .where('m.contact_id', 'is not', null)
      .where('c.id', 'is', null)
      .select('m.id'),
  );

export async function deleteMessages(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('automations_hook_messages').where('id', 'in', ids).execute();
}
