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

export const insertMail = async (trx: Trx, { to, kind, data, contactId, dueAt }: NewMail, now: Date): Promise<void> => {
  await trx
    .insertInto('automations_mails')
    .values({
      kind,
      recipient: to,
      contact_id: contactId,
      data: JSON.stringify(data),
      created_at: now,
      ...(dueAt && { due_at: dueAt }),
    })
    .execute();
};

export const findContactOfMail = async (trx: Trx, id: number): Promise<number | undefined> =>
  (await trx.selectFrom('automations_mails').select('contact_id').where('id', '=', id).executeTakeFirst())
    ?.contact_id ?? undefined;

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

/** Lists when emails of a kind were queued since a time, newest first. */
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
