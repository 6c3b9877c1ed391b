/** The insertion of many contacts, each with its own creation date. */
import { elementOf, valueIn } from '../../shared/elements.ts';
import { CountChanges } from '../plugins/automations/contacts/counts.ts';
import type { Db } from '../plugins/automations/core/tables.ts';
import { recordContactChanges } from '../plugins/automations/finder/index/queries.ts';

export type ExampleContact = {
  email: string;
  status?: number;
  creation_date: Date;
  termIds?: number[];
} & Partial<Record<'f_name' | 'l_name' | 'country' | 'contact_no' | 'source', string>>;

/** Inserts contacts that never changed after their creation. Resolves to their ids, in order. */
export async function insertExampleContacts(db: Db, contacts: readonly ExampleContact[]): Promise<number[]> {
  const rows = contacts.map(({ termIds: _, ...contact }) => ({
    status: 0,
    ...contact,
    email_key: contact.email.toLowerCase(),
    uid: contact.email.replace(/\W/g, '').padEnd(32, '0').slice(0, 32),
    last_modified: contact.creation_date,
  }));
  await db.insertInto('automations_contacts').values(rows).execute();
  const emails = contacts.map(({ email }) => email);
  const found = await db
    .selectFrom('automations_contacts')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .execute();
  const idOf = new Map(found.map(({ id, email }) => [email, id]));
  const ids = emails.map((email) => valueIn(idOf, email));
  const counts = new CountChanges();
  for (const [n, row] of rows.entries()) counts.add({ ...row, terms: contacts[n]?.termIds ?? [] }, 1);
  const memberships = contacts.flatMap(({ termIds = [], creation_date }, n) =>
    termIds.map((term_id) => ({ term_id, creation_date, contact_id: elementOf(ids, n) })),
  );
  await db.transaction().execute(async (trx) => {
    if (memberships.length > 0) await trx.insertInto('automations_contact_terms').values(memberships).execute();
    await counts.write(trx);
    await recordContactChanges(trx, ids);
  });
  return ids;
}
