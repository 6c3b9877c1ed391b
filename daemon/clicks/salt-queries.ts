/** The salts of visitors in MySQL, which decides between processes. */
import { getNow } from '../../shared/db/clock-queries.ts';
import type { Db } from '../core/tables.ts';
import { dayOf } from './time.ts';

/** The day's salt after offering one: the first offer wins. */
export async function offerSalt(db: Db, day: number, proposed: Buffer): Promise<Buffer | undefined> {
  await db.insertInto('click_salts').ignore().values({ day, salt: proposed }).execute();
  const row = await db.selectFrom('click_salts').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt;
}

/** Deletes the salts of days that are over by the server's clock; resolves to its present day. */
export async function deleteEndedSalts(db: Db): Promise<number> {
  const today = dayOf((await getNow(db)).getTime());
  await db.deleteFrom('click_salts').where('day', '<', today).execute();
  return today;
}
