/** Mails in MySQL: requested in the transaction of their cause, sent by the worker once that is committed. */
import type { Outbox } from '../../shared/mail/outbox-queries.ts';
import { insertMail as insertInOutbox } from '../../shared/people/mail-queries.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Mail } from './mail-texts.ts';

export const outboxIn = (db: Db): Outbox => ({ db, table: 'mails' });

/** Requests a mail; `senderId` is the user who mails someone else. */
export const insertMail: (
  trx: Trx,
  recipient: string,
  mail: Mail,
  rest: { now: Date; senderId?: number | null },
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

/** Deletes mails to a person and those they caused, sent or not. */
export async function deleteMailsOf(trx: Trx, { id, email }: { id: number; email: string }): Promise<void> {
  await trx.deleteFrom('mails').where('recipient', '=', email).execute();
  await trx.deleteFrom('mails').where('sender_id', '=', id).execute();
}
