/** Mails in MySQL: requested in the transaction of their cause, sent by the worker once that is committed. */
import { insertMail as insertInOutbox } from '../../shared/people/mail-queries.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Mail } from './mail-texts.ts';

/** Requests a mail; `senderId` is the user who mails someone else. */
export const insertMail: (
  trx: Trx,
  recipient: string,
  mail: Mail,
  now: Date,
  senderId?: number | null,
) => Promise<void> = insertInOutbox;

/** The recipients that a user mailed since a time, each with the last mail. */
export const listRecipients = (db: Db, senderId: number, since: Date) =>
  db
    .selectFrom('mails')
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .groupBy('recipient')
    .select((e) => ['recipient', e.fn.max('created_at').as('lastAt')])
    .execute();

/** Ids of mails not sent yet, oldest first. */
export async function listWaiting(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mails')
    .where('status', '=', 'waiting')
    .select('id')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A mail not sent yet. */
export async function findWaiting(db: Db, id: number): Promise<{ recipient: string; mail: Mail } | undefined> {
  const row = await db
    .selectFrom('mails')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .select(['kind', 'recipient', 'data'])
    .executeTakeFirst();
  return row && { recipient: row.recipient, mail: { kind: row.kind, ...JSON.parse(row.data) } as Mail };
}

export const markSent = (db: Db, id: number, now: Date) =>
  db.updateTable('mails').set({ status: 'sent', sent_at: now }).where('id', '=', id).execute();

/** Records why an attempt failed, without personal data; the last one ends the retries. */
export const markFailure = (db: Db, id: number, reason: string, isLast: boolean) =>
  db
    .updateTable('mails')
    .set({ last_error: reason.slice(0, 500), ...(isLast ? { status: 'failed' } : {}) })
    .where('id', '=', id)
    .execute();

/** Deletes mails to a person and those they caused, sent or not. */
export async function deleteMailsOf(trx: Trx, { id, email }: { id: number; email: string }): Promise<void> {
  await trx.deleteFrom('mails').where('recipient', '=', email).execute();
  await trx.deleteFrom('mails').where('sender_id', '=', id).execute();
}

/** Deletes mails sent or failed before `time` in batches. Returns the number deleted. */
export async function deleteMailsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('status', 'in', ['sent', 'failed'])
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
