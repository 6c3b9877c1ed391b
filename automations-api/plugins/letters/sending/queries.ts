/** Queries for letters, which are emails from templates to contacts, and their numbers. */
import type { Insertable } from 'kysely';
import type { MailOutcome } from '../../../host/contacts.ts';
import type { Db, LettersTables, Trx } from '../core/tables.ts';

/** Returns the time at which the next letter can be sent, and reserves it. A single row serialises all processes. */
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

/** Records sent letters, and adds them to their templates' counts in the order of the templates' ids. */
export async function insertLetters(trx: Trx, letters: Insertable<LettersTables['letters_mails']>[]): Promise<void> {
  await trx.insertInto('letters_mails').values(letters).execute();
  const counts = new Map<number, number>();
  for (const { template_id: id } of letters) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [id, count] of [...counts].sort(([a], [b]) => a - b)) await addTo(trx, id, 'sent', count);
}

const addTo = (trx: Trx, templateId: number, number: 'sent' | MailOutcome['outcome'], count: number) =>
  trx
    .updateTable('letters_templates')
    .set((e) => ({ [number]: e(number, '+', count) }))
    .where('id', '=', templateId)
    .execute();

/** The time in which an outcome without an email is attributed to the contact's last letter. */
const attributedMs = 30 * 86_400_000;

/** Counts the outcome of a letter once. */
export async function countOutcome(trx: Trx, { contactId, mailId, outcome }: MailOutcome): Promise<void> {
  const letters = trx
    .selectFrom('letters_mails')
    .select(['id', 'template_id', outcome])
    .where('contact_id', '=', contactId)
    .forUpdate();
  const letter = await (mailId === undefined
    ? letters
        .where('sent_at', '>=', new Date(Date.now() - attributedMs))
        .orderBy('sent_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
    : letters.where('id', '=', mailId)
  ).executeTakeFirst();
  if (!letter || letter[outcome]) return;
  await trx
    .updateTable('letters_mails')
    .set({ [outcome]: true })
    .where('id', '=', letter.id)
    .execute();
  await addTo(trx, letter.template_id, outcome, 1);
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
