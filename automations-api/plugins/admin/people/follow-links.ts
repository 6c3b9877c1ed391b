/** Keeping the rows of people who have an account of the link service equal to whom that lets in here. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { Db } from '../core/tables.ts';
import { deleteAdmin, listAdmins, putLinksAdmin } from './admin-queries.ts';
import { type Links, listLinksPeople } from './links-queries.ts';

type Tools = { db: Db; links: Links };

/** Everybody who may sign in, with the role they have now. Where the link service is not there, these are the people of this site. */
export async function followLinks({ db, links }: Tools): Promise<void> {
  const people = await orNoLinks(listLinksPeople(links, db));
  if (!people) return;
  const known = new Map((await listAdmins(db)).map((admin) => [admin.linksUserId, admin]));
  known.delete(null);
  for (const person of people) {
    const row = known.get(person.userId);
    known.delete(person.userId);
    const isSame = row && row.email === person.email && row.name === person.name && row.role === person.role;
    if (!isSame) await inTransaction(db, (trx) => putLinksAdmin(trx, person, new Date()));
  }
  for (const { id } of known.values()) await inTransaction(db, (trx) => deleteAdmin(trx, id));
}
