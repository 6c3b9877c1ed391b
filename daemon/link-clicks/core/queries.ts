/** Clicks of contacts that wait in MySQL for the automation site of their workspace. */
import type { Insertable } from 'kysely';
import type { ContactClickTable } from '../../../shared/link-clicks/tables.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { ContactVisit } from './visits.ts';

export type ContactClick = Insertable<ContactClickTable>;

/** Of visits, those that are to be told of: by contacts of a site that their workspace is bound to. */
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

/** Those nobody took. */
export const deleteContactClicksBefore = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (await db.deleteFrom('contact_clicks').where('stored_at', '<', before).limit(limit).executeTakeFirst())
      ?.numDeletedRows ?? 0,
  );
