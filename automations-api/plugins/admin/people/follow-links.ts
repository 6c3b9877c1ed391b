/** Keeping the rows of people who have an account of the link service equal to whom that lets in here. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { Db } from '../core/tables.ts';
import { deleteAdmin, listAdmins, putLinksAdmin } from './admin-queries.ts';
import { isRegistered } from './installation.ts';
import { type Links, listLinksPeople } from './links-queries.ts';

type Tools = { db: Db; links: Links };

/** The users who can sign in, with their current role. Without the link service, these are the site's own users. */
export async function followLinks({ db, links }: Tools): Promise<void> {
  // To another address of these contacts it shows nobody.
  if (!(await isRegistered(links.of(db), links.siteUrl))) return;
  // Read first: somebody who is let in meanwhile is not taken for one who was taken out.
  const known = new Map((await listAdmins(db)).map((admin) => [admin.linksUserId, admin]));
  const people = await orNoLinks(listLinksPeople(links, db));
  if (!people) return;
  known.delete(null);
  for (const person of people) {
    const row = known.get(person.userId);
    known.delete(person.userId);
    const isSame = row && row.email === person.email && row.name === person.name && row.role === person.role;
    if (!isSame) await inTransaction(db, (trx) => putLinksAdmin(trx, person, new Date()));
  }
  for (const { id } of known.values()) await inTransaction(db, (trx) => deleteAdmin(trx, id));
}
