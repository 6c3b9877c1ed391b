/** Queries for the contact index: its change feed and its data. */
import { sql } from 'kysely';
import { FeedTable } from '../../../../../shared/change-feed/feed-table.ts';
import { insertRows, serverNow } from '../../../../../shared/db/insert-rows.ts';
import { lowered } from '../../../../../shared/db/sql-lower.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { phoneKeyOf } from '../../core/text.ts';
import type { Membership } from '../../terms/core/membership-queries.ts';
import type { IndexedContact } from './contact-index.ts';

/** The feed of changed contacts' ids. */
export const contactFeed = new FeedTable(
  'automations_contact_changes',
  ['contact_id'],
  ({ contact_id }: { contact_id: number }) => contact_id,
);

/** The contact id of a change that only marks a state of the database. */
const noContact = 0;

/**
 * Notifies every process that these contacts changed. Every transaction that changes contacts or their tags and lists
 * calls this function once. The call must be near the end of the transaction, since readers wait only FEED_GAP_SECONDS
 * for a missing id.
 */
export async function recordContactChanges(trx: Trx, contactIds: number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await insertRows(trx, 'automations_contact_changes', ['contact_id', 'changed_at'], {
    rows: contactIds.map((contact_id) => ({ contact_id, changed_at: serverNow })),
  });
}

/** Inserts a change into an empty feed, so that a restored backup is detected. */
export async function markEmptyFeed(db: Db): Promise<void> {
  if (await contactFeed.findEnds(db)) return;
  await db
    .insertInto('automations_contact_changes')
    .values({ contact_id: noContact, changed_at: sql`UTC_TIMESTAMP(3)` })
    .execute();
}

/** Selects seconds since 1970, without a Date per row; UNIX_TIMESTAMP ends in 2038. */
const seconds = (column: 'creation_date' | 'last_modified') =>
  sql<number>`TIMESTAMPDIFF(SECOND, '1970-01-01', ${sql.ref(column)})`;

/** Selects contacts, with texts in MySQL's lower case, so that the index and SQL find the same contacts. */
const indexed = (db: Db) =>
  db
    .selectFrom('automations_contacts')
    .select(['id', 'status', seconds('creation_date').as('created'), seconds('last_modified').as('modified')])
    .select(['type', 'points', 'country', 'contact_no'])
    .select((e) => [
      lowered(e.ref('state')).as('state'),
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

/** Lists the contacts with an id above `id`, sorted by id. */
export const listIndexedAfter = async (db: Db, id: number, limit: number): Promise<IndexedContact[]> =>
  (await indexed(db).where('id', '>', id).orderBy('id').limit(limit).execute()).map(toIndexed);

export const listIndexedById = async (db: Db, ids: number[]): Promise<IndexedContact[]> =>
  (await indexed(db).where('id', 'in', ids).execute()).map(toIndexed);

export const listMembershipsBetween = (db: Db, from: number, to: number): Promise<Membership[]> =>
  memberships(db).where('contact_id', '>=', from).where('contact_id', '<=', to).execute();

export const listMembershipsOf = (db: Db, contactIds: number[]): Promise<Membership[]> =>
  memberships(db).where('contact_id', 'in', contactIds).execute();
