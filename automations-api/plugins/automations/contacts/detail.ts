/** A contact's detail, the answer of every route that shows or changes one contact. */
import { etagOf } from '../../../../shared/http/versions.ts';
import type { Context } from '../context/context.ts';
import { successOne } from '../core/envelope.ts';
import { eventNames } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import type { RequireVersion } from '../core/versions.ts';
import { findFieldValues } from '../fields/value-queries.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import { listTimeline } from '../timeline/core/queries.ts';
import type { ContactRow } from './core/queries.ts';
import { linkUsers } from './core/wordpress-users.ts';
import { toDetail, toRecord } from './record.ts';

type Source = Pick<Context, 'db' | 'findWordPressUsers' | 'findCustomer'>;

/** Builds the answer. `more` is added beside the contact. */
export async function detailOf<More extends object>(context: Source, row: ContactRow, more?: More) {
  const { etag, ...contact } = await readDetail(context, row);
  return successOne({ contact, ...(more as More) }, etag);
}

/** Checks the version of a locked contact. @throws conflict */
export const requireContactVersion = (
  source: Source,
  trx: Trx,
  row: ContactRow,
  requireVersion: RequireVersion,
): Promise<void> =>
  requireVersion(async () => {
    const { etag, ...contact } = await readDetail({ ...source, db: trx }, row);
    const findLastChange = async () => (await listTimeline(trx, row.id, changes, { beforeId: undefined, limit: 1 }))[0];
    return { etag, show: () => ({ contact }), findLastChange };
  });

/** The events that change the version; a click does not. */
const changes = eventNames.filter((name) => name !== 'link.clicked');

async function readDetail({ db, findWordPressUsers, findCustomer }: Source, row: ContactRow) {
  const [[linked], terms, fields, customer] = await Promise.all([
    linkUsers(findWordPressUsers, [row]),
    listTermsOfContacts(db, [row.id]),
    findFieldValues(db, row.id),
    findCustomer(row.email),
  ]);
  const own = terms.get(row.id) ?? [];
  // These two columns and the customer also change without an edit.
  const { wpid: _, last_modified: __, ...edited } = toRecord(row, own);
  return { ...toDetail(linked ?? row, own, fields, customer), etag: etagOf([edited, fields]) };
}
