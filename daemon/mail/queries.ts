/** Emails in MySQL. They are queued in the transaction of their cause, and the worker sends them after its commit. */
import type { Outbox } from '../../shared/mail/outbox-queries.ts';
import { insertMail as insertInOutbox } from '../../shared/people/mail-queries.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Mail } from './mail-texts.ts';

export const outboxIn = (db: Db): Outbox => ({ db, table: 'mails' });

/** Queues an email. `senderId` is the user who emails someone else. */
export const insertMail: (
  trx: Trx,
  recipient: string,
  mail: Mail,
  options: { now: Date; senderId?: number | null },
) => Promise<void> = insertInOutbox;

/** Lists the recipients that a user has emailed since the given time, with the time of the last email. */
export const listRecipients = (db: Db, senderId: number, since: Date) =>
  db
    .selectFrom('mails')
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .groupBy('recipient')
    .select((e) => ['recipient', e.fn.max('created_at').as('lastAt')])
    .execute();

/** Deletes emails to a user and emails that the user caused, sent or not. */
export async function deleteMailsOf(trx: Trx, { id, email }: { id: number; email: string }): Promise<void> {
  await trx.deleteFrom('mails').where('recipient', '=', email).execute();
  await trx.deleteFrom('mails').where('sender_id', '=', id).execute();
}
