/** The outbox of mails in MySQL: who may send one, and what came of it. */
import { sql } from 'kysely';
import type { Db, Trx } from '../../core/tables.ts';

export type NewMail = { to: string; kind: string; data: Record<string, unknown>; contactId: number | null };

export const insertMail = async (trx: Trx, { to, kind, data, contactId }: NewMail, now: Date): Promise<void> => {
  await trx
    .insertInto('automations_mails')
    .values({
      kind,
      recipient: to,
      contact_id: contactId,
      data: JSON.stringify(data),
      due_at: now,
      created_at: now,
    })
    .execute();
};

/** Ids of mails that are due, the longest first. */
export async function listDueMails(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('automations_mails')
    .select('id')
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type ClaimedMail = NewMail & { id: number; attempts: number };

/** A mail that is due, kept from everybody else until `until`. Undefined when it is not, or another has it. */
export async function claimMail(db: Db, id: number, now: Date, until: Date): Promise<ClaimedMail | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('automations_mails')
    .set({ attempts: sql`attempts + 1`, due_at: until })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  const row = await db
    .selectFrom('automations_mails')
    .select(['kind', 'recipient', 'contact_id', 'data', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { kind, recipient: to, contact_id: contactId, data, attempts } = row;
  return { id, to, kind, contactId, attempts, data: JSON.parse(data) as Record<string, unknown> };
}

export const isMailWaiting = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('automations_mails')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined;

export const markMailSent = (db: Db, id: number, now: Date) =>
  db.updateTable('automations_mails').set({ status: 'sent', sent_at: now }).where('id', '=', id).execute();

/** Notes why a try failed, in words that name nobody. Without another try the mail is given up. */
export const markMailFailure = (db: Db, id: number, reason: string, nextTry: Date | undefined) =>
  db
    .updateTable('automations_mails')
    .set({ last_error: reason.slice(0, 500), ...(nextTry ? { due_at: nextTry } : { status: 'failed' }) })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();

/** Oldest first. */
export const listMailsOfContact = (db: Db, contactId: number) =>
  db
    .selectFrom('automations_mails')
    .select(['kind', 'recipient', 'status', 'data', 'created_at', 'sent_at'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();

export const moveMails = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('automations_mails').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteMailsOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_mails').where('contact_id', 'in', contactIds).execute();

/** Deletes some of those sent or given up that are older. Resolves to whether there may be more. */
export async function deleteMailsBefore(db: Db, time: Date, limit: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('automations_mails')
    .where('status', 'in', ['sent', 'failed'])
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === limit;
}

/** When mails of a kind were asked for since a time, the newest first. */
export async function listAsked(trx: Trx, contactId: number, kind: string, since: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('automations_mails')
    .select('created_at')
    .where('contact_id', '=', contactId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}
