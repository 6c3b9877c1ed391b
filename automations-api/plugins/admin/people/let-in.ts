/** Letting in somebody who has an account of the link service: where that knows their address, they need no other one. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { putContactsRole } from '../../../../shared/sign-in/people.ts';
import type { Role } from '../../../host/core/route.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { Db } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { findAdminByEmail, putLinksAdmin } from './admin-queries.ts';
import { servesOthers } from './installation.ts';
import { findLinksPerson, findUsersByEmail, type Links, lockUser } from './links-queries.ts';

type Tools = { db: Db; links: Links };

/**
 * Undefined for an address that needs an account here, or has one. Somebody who was in before keeps their role, and is not `isNew`.
 */
export async function letIn(tools: Tools, { email, role }: { email: string; role: Role }) {
  const { db, links } = tools;
  if ((await findAdminByEmail(db, email)) || (await servesOthers(tools))) return undefined;
  const enter = inTransaction(db, async (trx) => {
    const within = links.within(trx);
    const [user] = await findUsersByEmail(within, [keyOfEmail(email)]);
    if (!user || !(await lockUser(within, user.id))) return undefined;
    const present = await findLinksPerson(links, trx, user.id);
    if (!present && !user.verifiedAt) return undefined;
    const now = new Date();
    if (!present) await putContactsRole(within, user.id, role, now);
    const person = present ?? (await findLinksPerson(links, trx, user.id));
    return person && { ...person, id: await putLinksAdmin(trx, person, now), isNew: !present };
  });
  return orNoLinks(enter);
}
