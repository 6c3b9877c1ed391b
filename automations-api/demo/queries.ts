/** Past states of the example site that no API can create. */
import type { Db } from '../plugins/automations/core/tables.ts';
import type { Db as LettersDb } from '../plugins/letters/core/tables.ts';

const hourMs = 3_600_000;

/** Inserts webhook deliveries that failed permanently. `ages` are in hours. */
export const insertDeadDeliveries = (db: Db, webhook_id: number, ages: number[], now: Date) =>
  db
    .insertInto('automations_webhook_deliveries')
    .values(
      ages.map((age) => ({
        webhook_id,
        event_id: `${age}`.padEnd(32, '0'),
        event: 'contact.created',
        payload: '{}',
        status: 'dead' as const,
        attempts: 8,
        last_error: 'The receiver answered 503.',
        created_at: new Date(now.getTime() - age * hourMs),
      })),
    )
    .execute();

/** Marks all emails as sent. */
export const updateMails = (db: Db, now: Date) =>
  db.updateTable('automations_mails').set({ status: 'sent', attempts: 1, sent_at: now }).execute();

/** Gives the templates the numbers of a few months. */
export const updateTemplates = (db: LettersDb) =>
  db.updateTable('letters_templates').set({ sent: 412, bounced: 6, clicked: 97, unsubscribed: 4 }).execute();
