/** Visitor salts in MySQL, which chooses one salt for all processes. */
import { getNow } from '../../shared/db/clock-queries.ts';
import type { Db } from '../core/tables.ts';
import { dayOf } from './time.ts';

/** Offers a salt for a day and returns the day's salt. The first offer wins. */
export async function offerSalt(db: Db, day: number, proposed: Buffer): Promise<Buffer | undefined> {
  await db.insertInto('click_salts').ignore().values({ day, salt: proposed }).execute();
  const row = await db.selectFrom('click_salts').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt;
}

/** Deletes the salts of past days by the server's clock. Resolves to the server's current day. */
export async function deleteEndedSalts(db: Db): Promise<number> {
  const today = dayOf((await getNow(db)).getTime());
  await db.deleteFrom('click_salts').where('day', '<', today).execute();
  return today;
}
