/** Queries for the state of the email outbox, with limited counts. */
import { type Selectable, sql } from 'kysely';
import type { AutomationsTables, Db } from '../core/tables.ts';

type Status = Selectable<AutomationsTables['automations_mails']>['status'];

/** The limit of counts. */
export const mostCounted = 10_000;

async function countUpTo(db: Db, status: Status): Promise<number> {
  const some = db.selectFrom('automations_mails').select('id').where('status', '=', status).limit(mostCounted);
  const { n } = await db.selectFrom(some.as('some')).select(sql<number>`COUNT(*)`.as('n')).executeTakeFirstOrThrow();
  return Number(n);
}

/** Selects the most recently tried email with this status. */
const lastOf = (db: Db, status: Status) =>
  db
    .selectFrom('automations_mails')
    .select(['kind', 'status', 'attempts', 'last_error', 'due_at', 'created_at', 'sent_at'])
    .where('status', '=', status)
    .orderBy('due_at', 'desc')
    .limit(1);

/**
 * Finds the last failure of an email that will be retried. If there is none, finds the last email that failed for
 * good.
 */
const findLastFailure = async (db: Db) =>
  (await lastOf(db, 'waiting').where('last_error', 'is not', null).executeTakeFirst()) ??
  (await lastOf(db, 'failed').executeTakeFirst());

export async function readOutbox(db: Db) {
  const [waiting, failed, sent, failure] = await Promise.all([
    countUpTo(db, 'waiting'),
    countUpTo(db, 'failed'),
    lastOf(db, 'sent').executeTakeFirst(),
    findLastFailure(db),
  ]);
  return { waiting, failed, lastSentAt: sent?.sent_at ?? null, failure };
}

/** Queues failed emails again and returns their number. */
export async function retryFailedMails(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('automations_mails')
    .set({ status: 'waiting', attempts: 0, due_at: now })
    .where('status', '=', 'failed')
    .limit(mostCounted)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
