/** The contact index in MySQL: its change feed, and what is read of contacts for it. */
import { sql } from 'kysely';
import { FeedTable } from '../../../../../shared/change-feed/feed-table.ts';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { phoneKeyOf } from '../../core/text.ts';
import type { Membership } from '../../terms/core/membership-queries.ts';
import type { IndexedContact } from './contact-index.ts';

/** Changes are the ids of contacts. */
export const contactFeed = new FeedTable(
  'automations_contact_changes',
  ['contact_id'],
  ({ contact_id }: { contact_id: number }) => contact_id,
);

/** Contact id of a change that only marks a state of the database. */
const nobody = 0;

/**
 * Makes every process read these contacts again. Every transaction that changes contacts or their tags and lists calls it
 * once, near its end: readers wait only FEED_GAP_SECONDS for an id they missed.
 */
export async function recordContactChanges(trx: Trx, contactIds: number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await trx
    .insertInto('automations_contact_changes')
    .values(contactIds.map((contact_id) => ({ contact_id, changed_at: sql`UTC_TIMESTAMP(3)` })))
    .execute();
}

/** Gives a feed without any change one, by which a database that is set back is known. */
export async function markEmptyFeed(db: Db): Promise<void> {
  if (await contactFeed.findEnds(db)) return;
  await db
    .insertInto('automations_contact_changes')
    .values({ contact_id: nobody, changed_at: sql`UTC_TIMESTAMP(3)` })
    .execute();
}

/** A number, so that no Date is created for each; UNIX_TIMESTAMP ends in 2038. */
const seconds = (column: 'creation_date' | 'last_modified') =>
  sql<number>`TIMESTAMPDIFF(SECOND, '1970-01-01', ${sql.ref(column)})`;

/** Texts in lower case as MySQL has it, so that what is found in memory is what SQL finds. */
const indexed = (db: Db) =>
  db
    .selectFrom('automations_contacts')
    .select(['id', 'status', seconds('creation_date').as('created'), seconds('last_modified').as('modified')])
    .select(['country', 'contact_no'])
    .select((e) => [
      lowered(e.ref('source')).as('source'),
      lowered(e.ref('email')).as('email'),
      lowered(sql`CONCAT_WS(' ', f_name, l_name)`).as('name'),
    ]);

type IndexedRow = Omit<IndexedContact, 'texts'> & { email: string; name: string; contact_no: string };

const toIndexed = ({ email, name, contact_no, ...row }: IndexedRow): IndexedContact => ({
  ...row,
  texts: [email, name, phoneKeyOf(contact_no)],
});

const memberships = (db: Db) =>
  db.selectFrom('automations_contact_terms').select(['contact_id as contactId', 'term_id as termId']);

/** The contacts after an id, in order. */
export const listIndexedAfter = async (db: Db, id: number, limit: number): Promise<IndexedContact[]> =>
  (await indexed(db).where('id', '>', id).orderBy('id').limit(limit).execute()).map(toIndexed);

export const listIndexedById = async (db: Db, ids: number[]): Promise<IndexedContact[]> =>
  (await indexed(db).where('id', 'in', ids).execute()).map(toIndexed);

export const listMembershipsBetween = (db: Db, from: number, to: number): Promise<Membership[]> =>
  memberships(db).where('contact_id', '>=', from).where('contact_id', '<=', to).execute();

export const listMembershipsOf = (db: Db, contactIds: number[]): Promise<Membership[]> =>
  memberships(db).where('contact_id', 'in', contactIds).execute();
