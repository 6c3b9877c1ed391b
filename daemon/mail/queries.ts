/** Mails in MySQL: asked for in the transaction that gives the reason, sent by the worker once that is committed. */
import type { Db, Trx } from '../core/tables.ts';
import type { Mail } from './mail-texts.ts';

/** Asks for a mail; `senderId` is the user who mails somebody else. */
export const insertMail = async (
  trx: Trx,
  recipient: string,
  { kind, ...data }: Mail,
  now: Date,
  senderId: number | null = null,
): Promise<void> => {
  await trx
    .insertInto('mails')
    .values({ kind, recipient, sender_id: senderId, data: JSON.stringify(data), created_at: now })
    .execute();
};

/** Whom a user mailed since a time, each with the last mail. */
export const listRecipients = (db: Db, senderId: number, since: Date) =>
  db
    .selectFrom('mails')
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .groupBy('recipient')
    .select((e) => ['recipient', e.fn.max('created_at').as('lastAt')])
    .execute();

/** How many mails of some kinds were asked for to an address since a time. */
export async function countMailsTo(db: Db, recipient: string, kinds: readonly Mail['kind'][], since: Date) {
  const { n } = await db
    .selectFrom('mails')
    .where('recipient', '=', recipient)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

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

/** Notes why a try failed, in words that name nobody; the last one gives the mail up. */
export const markFailure = (db: Db, id: number, reason: string, isLast: boolean) =>
  db
    .updateTable('mails')
    .set({ last_error: reason.slice(0, 500), ...(isLast ? { status: 'failed' } : {}) })
    .where('id', '=', id)
    .execute();

/** When the invitation a mail is about ends; undefined when it is not open any more. */
export async function findInviteEnd(db: Db, inviteId: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invites')
    .where('id', '=', inviteId)
    .where('expires_at', '>', now)
    .select('expires_at as expiresAt')
    .executeTakeFirst();
  return row?.expiresAt;
}

export const isEmailVerified = async (db: Db, userId: number): Promise<boolean> => {
  const user = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst();
  return user?.email_verified_at !== null;
};

/** Whether the account a mail is for still has the address it goes to. */
export const isAddressOf = async (db: Db, userId: number, email: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).where('email', '=', email).executeTakeFirst()) !==
  undefined;

/** Whether a change of address is still wanted. */
export const isAddressWanted = async (db: Db, changeId: number): Promise<boolean> =>
  (await db.selectFrom('address_changes').select('id').where('id', '=', changeId).executeTakeFirst()) !== undefined;

/** Forgets the mails to a person and those they caused, whether sent or not. */
export async function deleteMailsOf(trx: Trx, { id, email }: { id: number; email: string }): Promise<void> {
  await trx.deleteFrom('mails').where('recipient', '=', email).execute();
  await trx.deleteFrom('mails').where('sender_id', '=', id).execute();
}

/** Forgets mails that were sent or given up before `time`, a bounded number a call. Returns how many went. */
export async function deleteMailsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('status', 'in', ['sent', 'failed'])
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
