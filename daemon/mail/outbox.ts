/** Asking for a mail: a row in the transaction that gives its reason. The worker sends what has been committed. */
import type { Trx } from '../../shared/db.ts';
import type { Mail } from './messages.ts';

export const insertMail = async (trx: Trx, recipient: string, { kind, ...data }: Mail, now: Date): Promise<void> => {
  await trx
    .insertInto('mails')
    .values({ kind, recipient, data: JSON.stringify(data), created_at: now })
    .execute();
};
