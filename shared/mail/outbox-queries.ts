/**
 * Queries for outboxes of emails: due emails, claims and results. Each service has its own table, with these columns
 * and more. An email is written in the transaction of its cause, and is due immediately.
 */
import { type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { Nullable } from '../db/columns.ts';
import { inTransaction } from '../db/db.ts';

/** `due_at`: the time of the next attempt. `data`: JSON without secrets. */
export type MailColumns = {
  id: Generated<number>;
  kind: string;
  recipient: string;
  data: string;
  status: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  last_error: Nullable<string>;
  created_at: Date;
  sent_at: Nullable<Date>;
};

export type MailTables = { mails: MailColumns };

export type Outbox = { db: Kysely<MailTables>; table: string };

/** An email with all columns of the service's table. */
export type ClaimedMail = Selectable<MailColumns>;

/** Returns the table's name, with the type of the known name for Kysely. */
const known = ({ table }: Outbox) => table as 'mails';

/** Lists ids of due emails, the longest waiting first. */
export async function listDueMails(outbox: Outbox, now: Date, limit: number): Promise<number[]> {
  const rows = await outbox.db
    .selectFrom(known(outbox))
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Claims emails until `until`. Returns those that were due and not claimed by another process. */
export const claimMails = (outbox: Outbox, ids: number[], now: Date, until: Date): Promise<ClaimedMail[]> =>
  inTransaction(outbox.db, async (trx) => {
    const due = await trx
      .selectFrom(known(outbox))
      .selectAll()
      .where('id', 'in', ids)
      .where('status', '=', 'waiting')
      .where('due_at', '<=', now)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (due.length === 0) return [];
    await trx
      .updateTable(known(outbox))
      .set({ attempts: sql`attempts + 1`, due_at: until })
      .where('id', 'in', idsOf(due))
      .execute();
    return due.map((mail) => ({ ...mail, attempts: mail.attempts + 1, due_at: until }));
  });

const idsOf = (mails: { id: number }[]) => mails.map(({ id }) => id);

/** Extends the claim of an attempt that still runs. */
export const extendClaim = (outbox: Outbox, { id, attempts }: ClaimedMail, until: Date) =>
  outbox.db
    .updateTable(known(outbox))
    .set({ due_at: until })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();

export const isMailWaiting = async (outbox: Outbox, id: number): Promise<boolean> =>
  (await outbox.db
    .selectFrom(known(outbox))
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined;

/** Marks unsent emails as sent, in a transaction. Returns their ids. */
export async function markMailsSent(outbox: Outbox, ids: number[], now: Date): Promise<Set<number>> {
  const unsent = await outbox.db
    .selectFrom(known(outbox))
    .select('id')
    .where('id', 'in', ids)
    .where('status', '!=', 'sent')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (unsent.length > 0) {
    await outbox.db
      .updateTable(known(outbox))
      .set({ status: 'sent', sent_at: now })
      .where('id', 'in', idsOf(unsent))
      .execute();
  }
  return new Set(idsOf(unsent));
}

/** Postpones a claimed email. The postponement does not count as an attempt. */
export const postponeMail = (outbox: Outbox, id: number, dueAt: Date, data?: object) =>
  outbox.db
    .updateTable(known(outbox))
    .set({ due_at: dueAt, attempts: sql`attempts - 1`, ...(data && { data: JSON.stringify(data) }) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();

/** Records an attempt's error. `reason` must contain no personal data. Without `nextTry`, marks the email as failed. */
export const markMailFailure = (outbox: Outbox, id: number, reason: string, nextTry: Date | undefined) =>
  outbox.db
    .updateTable(known(outbox))
    .set({ last_error: reason.slice(0, 500), ...(nextTry ? { due_at: nextTry } : { status: 'failed' }) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();

/** Deletes emails sent or failed before `time`, up to a limit. Returns the number deleted. */
export async function deleteMailsBefore(outbox: Outbox, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await outbox.db
    .deleteFrom(known(outbox))
    .where('status', 'in', ['sent', 'failed'])
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
