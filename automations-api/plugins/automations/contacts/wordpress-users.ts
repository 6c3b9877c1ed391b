/** The users of a WordPress that shares the database: whom a contact's address belongs to. */
// biome-ignore-all lint/plugin: WordPress's own table has no type here.
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { keyOf } from '../text.ts';

const lookedForEveryMs = 60_000;

/** Looks for WordPress's table now and then, as it may be installed later. Without it every answer is 0. */
export function createUserFinder(db: Db, prefix: string): (email: string) => Promise<number> {
  const users = `${prefix}users`;
  let known = { exists: false, until: 0 };
  return async (email) => {
    const now = Date.now();
    if (known.until < now) known = { exists: await hasUserEmails(db, users), until: now + lookedForEveryMs };
    if (!known.exists) return 0;
    const { rows } = await sql<{ ID: number; user_email: string }>`
      SELECT ID, user_email FROM ${sql.table(users)} WHERE user_email = ${email} ORDER BY ID LIMIT 20
    `.execute(db);
    // WordPress's collation takes e and é for one; two people may not be.
    return rows.find((row) => keyOf(row.user_email) === keyOf(email))?.ID ?? 0;
  };
}

/** Asks for the column, since with an empty prefix another table may have the name. */
async function hasUserEmails(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = ${table} AND column_name = 'user_email'
  `.execute(db);
  return rows.length > 0;
}
