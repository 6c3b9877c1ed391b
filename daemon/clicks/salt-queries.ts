/** The salts of visitors in MySQL, which decides between processes. */
import type { Db } from '../core/tables.ts';

/** The day's salt after offering one: the first offer wins. */
export async function offerSalt(db: Db, day: number, proposed: Buffer): Promise<Buffer | undefined> {
  await db.insertInto('click_salts').ignore().values({ day, salt: proposed }).execute();
  const row = await db.selectFrom('click_salts').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt;
}

export const deleteSaltsBefore = (db: Db, day: number) => db.deleteFrom('click_salts').where('day', '<', day).execute();
