/** Queries for the email outbox and a contact's emails. */
import type { Outbox } from '../../../../../shared/mail/outbox-queries.ts';
import type { Db, Trx } from '../../core/tables.ts';

export const outboxIn = (db: Db): Outbox => ({
  db: db as unknown as Outbox['db'],
  table: 'automations_mails',
});

export type NewMail = {
  to: string;
  kind: string;
  data: Record<string, unknown>;
  contactId: number | null;
  dueAt?: Date | undefined;
};

export async function insertMails(trx: Trx, mails: NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, kind, data, contactId, dueAt = now }) => ({
    kind,
    recipient: to,
    contact_id: contactId,
    data: JSON.stringify(data),
    created_at: now,
    due_at: dueAt,
  }));
  await trx.insertInto('automations_mails').values(rows).execute();
}

/** Lists the contacts of emails, keyed by the email's id. */
export async function listContactsOfMails(trx: Trx, ids: number[]): Promise<Map<number, number>> {
  const rows = await trx.selectFrom('automations_mails').select(['id', 'contact_id']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, contact_id }) => (contact_id === null ? [] : [[id, contact_id]])));
}

/** Lists a contact's emails, oldest first. */
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

/** Lists when emails of a kind were queued after the given time, newest first. */
export async function listQueuedTimes(trx: Trx, contactId: number, kind: string, since: Date): Promise<Date[]> {
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
