/** A contact's detail, the answer of every route that shows or changes one contact. */
import { etagOf } from '../../../../shared/http/versions.ts';
import { successOne } from '../../../host/envelope.ts';
import { type Headers, requireVersion } from '../../../host/versions.ts';
import type { Context } from '../context/context.ts';
import { eventNames } from '../core/events.ts';
import type { Db, Trx } from '../core/tables.ts';
import { findFieldValues } from '../fields/value-queries.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import { listTimeline } from '../timeline/core/queries.ts';
import type { ContactRow } from './core/queries.ts';
import { linkUsers } from './core/wordpress-users.ts';
import { toDetail, toRecord } from './record.ts';

type Source = Pick<Context, 'db' | 'findWordPressUsers' | 'findCustomer'>;

/** Builds the answer. `more` is added beside the contact. */
export async function detailOf<More extends object>(source: Source, row: ContactRow, more?: More) {
  const [own, others] = await Promise.all([readOwn(source.db, row), readOthers(source, row)]);
  return successOne({ contact: toContact(own, others), ...(more as More) }, own.etag);
}

/**
 * Checks the version of a locked contact. Reads other programs' tables only after a conflict, because that needs
 * another connection. @throws conflict
 */
export const requireContactVersion = (source: Source, trx: Trx, row: ContactRow, head: Headers): Promise<void> =>
  requireVersion(head, async () => {
    const own = await readOwn(trx, row);
    const show = async () => ({ contact: toContact(own, await readOthers(source, row)) });
    const findLastChange = async () => (await listTimeline(trx, row.id, changes, { beforeId: undefined, limit: 1 }))[0];
    return { etag: own.etag, show, findLastChange };
  });

/** The events that change the version; clicks and custom events do not. */
const changes = eventNames.filter((name) => name !== 'link.clicked' && name !== 'custom');

/** Reads a contact's tags, lists and field values, and its version. */
async function readOwn(db: Db, row: ContactRow) {
  const [termsById, fields] = await Promise.all([listTermsOfContacts(db, [row.id]), findFieldValues(db, row.id)]);
  const terms = termsById.get(row.id) ?? [];
  // These two columns also change without an edit.
  const { wpid: _, last_modified: __, ...edited } = toRecord(row, terms);
  return { terms, fields, etag: etagOf([edited, fields]) };
}

/** Reads what other programs' tables contain about a contact. */
async function readOthers({ findWordPressUsers, findCustomer }: Source, row: ContactRow) {
  const [[linked], customer] = await Promise.all([linkUsers(findWordPressUsers, [row]), findCustomer(row.email)]);
  return { linked: linked ?? row, customer };
}

type Parts<Read extends (...args: never[]) => unknown> = Awaited<ReturnType<Read>>;

const toContact = ({ terms, fields }: Parts<typeof readOwn>, { linked, customer }: Parts<typeof readOthers>) =>
  toDetail(linked, terms, fields, customer);
