/** Contact clicks in MySQL that wait for their workspace's site, and short links that the site requests. */
import type { Insertable } from 'kysely';
import type { ContactClickTable } from '../../../shared/link-clicks/tables.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { ContactVisit } from './visits.ts';

export type ContactClick = Insertable<ContactClickTable>;

/** A function that selects visits by contacts of the site to which the visit's workspace is connected. */
export type HandOver = (visits: ContactVisit[], now: Date) => Promise<ContactClick[]>;

const rowsAStatement = 500;

export async function insertContactClicks(trx: Trx, rows: ContactClick[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAStatement) {
    await trx
      .insertInto('contact_clicks')
      .values(rows.slice(from, from + rowsAStatement))
      .execute();
  }
}

/** Deletes clicks that no site has received. */
export const deleteContactClicksBefore = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (await db.deleteFrom('contact_clicks').where('stored_at', '<', before).limit(limit).executeTakeFirst())
      ?.numDeletedRows ?? 0,
  );

/** Deletes old requests for links in emails. */
export const deleteLinkRequestsBefore = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (await db.deleteFrom('contact_links').where('requested_at', '<', before).limit(limit).executeTakeFirst())
      ?.numDeletedRows ?? 0,
  );
