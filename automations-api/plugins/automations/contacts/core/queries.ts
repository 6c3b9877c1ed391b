/** Queries for contact rows. `save.ts` keeps them consistent with the counts. */
import type { Selectable } from 'kysely';
import { insertRows } from '../../../../../shared/db/insert-rows.ts';
import { valueIn } from '../../../../../shared/elements.ts';
import { columnNames } from '../../core/contact-columns.ts';
import type { ContactTable, Db, Trx } from '../../core/tables.ts';

export type ContactRow = Selectable<ContactTable>;
/** A row to insert. With an id, it keeps the id that it had in another system. */
export type NewContactRow = Omit<ContactRow, 'id'> & { id?: number };

export const findContactById = (db: Db, id: number): Promise<ContactRow | undefined> =>
  db.selectFrom('automations_contacts').selectAll().where('id', '=', id).executeTakeFirst();

export const findContactsById = async (db: Db, ids: number[]): Promise<ContactRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('automations_contacts').selectAll().where('id', 'in', ids).execute();

export const findContactByEmail = (db: Db, emailKey: string): Promise<ContactRow | undefined> =>
  db.selectFrom('automations_contacts').selectAll().where('email_key', '=', emailKey).executeTakeFirst();

export const lockContactById = (trx: Trx, id: number): Promise<ContactRow | undefined> =>
  trx.selectFrom('automations_contacts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockContactByEmail = (trx: Trx, emailKey: string): Promise<ContactRow | undefined> =>
  trx.selectFrom('automations_contacts').selectAll().where('email_key', '=', emailKey).forUpdate().executeTakeFirst();

/** Locks contacts in the order of their ids. */
export const lockContactsById = async (trx: Trx, ids: number[]): Promise<ContactRow[]> =>
  ids.length === 0
    ? []
    : trx.selectFrom('automations_contacts').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();

/** Locks contacts in the order of their email addresses. */
export const lockContactsByEmail = (trx: Trx, emailKeys: string[]): Promise<ContactRow[]> =>
  trx
    .selectFrom('automations_contacts')
    .selectAll()
    .where('email_key', 'in', emailKeys)
    .orderBy('email_key')
    .forUpdate()
    .execute();

const insertable = ['id', 'uid', 'email_key', ...columnNames, 'creation_date', 'last_modified'] as const;

/**
 * Inserts contacts and returns them with their ids.
 * @throws a duplicate-key error on `contacts_email` if an email address is taken
 */
export async function insertContacts(trx: Trx, rows: NewContactRow[]): Promise<ContactRow[]> {
  const insertId = await insertRows(trx, 'automations_contacts', insertable, { rows });
  const [only] = rows;
  if (only && rows.length === 1) return [{ ...only, id: only.id ?? insertId }];
  // Ids of several rows are not always consecutive (Galera), so they are looked up.
  const emailKeys = rows.map((row) => row.email_key);
  const ids = await trx
    .selectFrom('automations_contacts')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .execute();
  const idOf = new Map(ids.map(({ id, email_key }) => [email_key, id]));
  return rows.map((row) => ({ ...row, id: valueIn(idOf, row.email_key) }));
}

/** Finds the keys of contacts' email addresses by their ids. */
export async function findEmailKeys(db: Db, ids: number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('automations_contacts').select(['id', 'email_key']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, email_key }) => [id, email_key]));
}

const updatable = [...columnNames, 'email_key', 'last_modified'] as const;

export type RowChange = { before: ContactRow; after: ContactRow };

/** Updates locked rows, with one statement per set of changes. @throws a duplicate-key error on `contacts_email` */
export async function updateContacts(trx: Trx, rowChanges: RowChange[]): Promise<void> {
  const groups = new Map<string, { values: Partial<ContactRow>; ids: number[] }>();
  for (const change of rowChanges) {
    const values = changedValues(change);
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, ids: [] };
    group.ids.push(change.after.id);
    groups.set(key, group);
  }
  for (const { values, ids } of groups.values()) {
    if (Object.keys(values).length === 0) continue;
    await trx.updateTable('automations_contacts').set(values).where('id', 'in', ids).execute();
  }
}

const changedValues = ({ before, after }: RowChange): Partial<ContactRow> =>
  Object.fromEntries(
    updatable.filter((name) => before[name].valueOf() !== after[name].valueOf()).map((name) => [name, after[name]]),
  );

export const deleteContactRows = (trx: Trx, ids: number[]) =>
  trx.deleteFrom('automations_contacts').where('id', 'in', ids).execute();
