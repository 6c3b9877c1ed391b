/** Queries for the tags and lists of contacts. */
import { sql } from 'kysely';
import { insertRows } from '../../../../../shared/db/insert-rows.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { Term } from './queries.ts';

const shareLock = sql`LOCK IN SHARE MODE`;

export type Membership = { contactId: number; termId: number };

/** Locks and lists the term ids of locked contacts. Deleting one of these terms waits for the lock. */
export async function lockTermIds(trx: Trx, contactIds: number[]): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom('automations_contact_terms')
    .select(['contact_id as contactId', 'term_id as termId'])
    .where('contact_id', 'in', contactIds)
    .modifyEnd(shareLock)
    .execute();
  return groupIds(rows);
}

/** Lists the existing terms among the ids, and prevents their deletion until the transaction ends. */
export const lockTerms = async (trx: Trx, ids: number[]): Promise<Term[]> =>
  ids.length === 0 ? [] : termsById(trx, ids).modifyEnd(shareLock).execute();

export const findTerms = async (db: Db, ids: number[]): Promise<Term[]> =>
  ids.length === 0 ? [] : termsById(db, ids).execute();

const termsById = (db: Db, ids: number[]) =>
  db.selectFrom('automations_terms').select(['id', 'type', 'name']).where('id', 'in', ids).orderBy('id');

/** Lists the tags and lists of each contact, keyed by the contact's id. */
export async function listTermsOfContacts(db: Db, contactIds: number[]): Promise<Map<number, Term[]>> {
  const terms = new Map<number, Term[]>(contactIds.map((id) => [id, []]));
  if (contactIds.length === 0) return terms;
  const rows = await db
    .selectFrom('automations_contact_terms as m')
    .innerJoin('automations_terms as t', 't.id', 'm.term_id')
    .select(['m.contact_id', 't.id', 't.type', 't.name'])
    .where('m.contact_id', 'in', contactIds)
    .orderBy('t.id')
    .execute();
  for (const { contact_id, ...term } of rows) terms.get(contact_id)?.push(term);
  return terms;
}

/** Lists the ids of the `limit` contacts that have had a term the longest, in ascending order. */
export async function listMemberIds(trx: Trx, termId: number, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('automations_contact_terms')
    .select('contact_id')
    .where('term_id', '=', termId)
    .orderBy('creation_date')
    .orderBy('contact_id')
    .limit(limit)
    .execute();
  return rows.map(({ contact_id }) => contact_id).sort((a, b) => a - b);
}

export async function insertMemberships(trx: Trx, rows: (Membership & { creationDate: Date })[]): Promise<void> {
  if (rows.length === 0) return;
  await insertRows(trx, 'automations_contact_terms', ['contact_id', 'term_id', 'creation_date'], {
    rows: rows.map(({ contactId, termId, creationDate }) => ({
      contact_id: contactId,
      term_id: termId,
      creation_date: creationDate,
    })),
  });
}

/** Removes all of these terms from all of these contacts. */
export async function deleteMemberships(trx: Trx, contactIds: number[], termIds: number[]): Promise<void> {
  if (termIds.length === 0) return;
  await trx
    .deleteFrom('automations_contact_terms')
    .where('contact_id', 'in', contactIds)
    .where('term_id', 'in', termIds)
    .execute();
}

function groupIds(rows: Membership[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const { contactId, termId } of rows) {
    const group = groups.get(contactId);
    if (group) group.push(termId);
    else groups.set(contactId, [termId]);
  }
  return groups;
}
