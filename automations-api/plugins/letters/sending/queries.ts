/** Queries for letters, which are emails from templates to contacts, and their numbers. */
import type { Db, Trx } from '../core/tables.ts';

/** Returns the time at which the next letter can be sent, and reserves it. One row orders all processes. */
export async function reserveTime(trx: Trx, everyMs: number, now: Date): Promise<Date> {
  await trx.insertInto('letters_pace').ignore().values({ id: 1, next_at: now }).execute();
  const { next_at: nextAt } = await trx
    .selectFrom('letters_pace')
    .select('next_at')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const at = nextAt > now ? nextAt : now;
  await trx
    .updateTable('letters_pace')
    .set({ next_at: new Date(at.getTime() + everyMs) })
    .where('id', '=', 1)
    .execute();
  return at;
}

/** Records a sent letter and counts it. */
export async function insertLetter(trx: Trx, letter: { template_id: number; contact_id: number; sent_at: Date }) {
  await trx.insertInto('letters_mails').values(letter).execute();
  await trx
    .updateTable('letters_templates')
    .set((e) => ({ sent: e('sent', '+', 1) }))
    .where('id', '=', letter.template_id)
    .execute();
}

export type Outcome = 'bounced' | 'clicked' | 'unsubscribed';

/** Counts an outcome for the contact's last letter since a time, once per letter. */
export async function countOutcome(trx: Trx, contactId: number, outcome: Outcome, since: Date): Promise<void> {
  const last = await trx
    .selectFrom('letters_mails')
    .select(['id', 'template_id', outcome])
    .where('contact_id', '=', contactId)
    .where('sent_at', '>=', since)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!last || last[outcome]) return;
  await trx
    .updateTable('letters_mails')
    .set({ [outcome]: true })
    .where('id', '=', last.id)
    .execute();
  await trx
    .updateTable('letters_templates')
    .set((e) => ({ [outcome]: e(outcome, '+', 1) }))
    .where('id', '=', last.template_id)
    .execute();
}

/** Lists a contact's letters, oldest first. */
export const listLetters = (db: Db, contactId: number) =>
  db
    .selectFrom('letters_mails as m')
    .leftJoin('letters_templates as t', 't.id', 'm.template_id')
    .select(['t.name', 'm.sent_at', 'm.bounced', 'm.clicked', 'm.unsubscribed'])
    .where('m.contact_id', '=', contactId)
    .orderBy('m.id')
    .execute();

export const moveLetters = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('letters_mails').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteLetters = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('letters_mails').where('contact_id', 'in', contactIds).execute();

/** Finds contacts by id. */
export const listContacts = (trx: Trx, ids: number[]) =>
  trx.selectFrom('automations_contacts').select(['id', 'email', 'status']).where('id', 'in', ids).execute();
