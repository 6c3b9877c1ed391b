/**
 * The users of a WordPress that shares the database: whom a contact's address belongs to. They are looked up whenever a
 * contact is shown, so that a user who is made, changed or deleted is linked or unlinked at once.
 */
// biome-ignore-all lint/plugin: WordPress's own table has no type here.
import { sql } from 'kysely';
import type { Db } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import type { ContactRow } from './queries.ts';

/** Finds ids of users by the key of their email; addresses without a user are missing. */
export type FindWordPressUsers = (emails: string[]) => Promise<ReadonlyMap<string, number>>;
type User = { ID: number; user_email: string };

const lookedForEveryMs = 60_000;
const nobody: ReadonlyMap<string, number> = new Map();

/** `wpid`: the user's id; 0 or missing for none. */
export type LinkedRow = ContactRow & { wpid?: number };

/** The rows with the users' current ids. */
export async function linkUsers(find: FindWordPressUsers, rows: ContactRow[]): Promise<LinkedRow[]> {
  const users = await find([...new Set(rows.flatMap(({ email, email_key }) => [email, email_key]))]);
  return rows.map((row) => ({ ...row, wpid: users.get(row.email_key) ?? 0 }));
}

/** Looks for WordPress's table now and then, as it may be installed, or removed, later. */
export function createUserFinder(db: Db, prefix: string): FindWordPressUsers {
  const table = `${prefix}users`;
  let known: { charset: string | undefined; until: number } = { charset: undefined, until: 0 };
  return async (emails) => {
    const now = Date.now();
    if (known.until < now)
      known = { charset: await findCharset(db, table, 'user_email'), until: now + lookedForEveryMs };
    const { charset } = known;
    if (charset === undefined) return nobody;
    const asked = emails.filter((email) => fits(charset, email));
    const users = await findUsers(db, table, asked).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
      known.until = 0;
      return [];
    });
    // WordPress's collation takes e and é for one; two people may not be. Of several users the first counts.
    return new Map(users.reverse().map(({ ID, user_email }) => [keyOfEmail(user_email), ID]));
  };
}

/** Whether a text can be compared with a column at all: not when it has letters that the column cannot hold. */
export const fits = (charset: string, text: string) =>
  charset === 'utf8mb4' || (charset.startsWith('utf8') ? /^[\0-\uFFFF]*$/u : /^[ -~]*$/).test(text);

/** In the order of their ids. The addresses are values, not columns, so that the table's own collation compares them. */
async function findUsers(db: Db, table: string, emails: string[]): Promise<User[]> {
  if (emails.length === 0) return [];
  const { rows } = await sql<User>`
    SELECT ID, user_email FROM ${sql.table(table)} WHERE user_email IN (${sql.join(emails)}) ORDER BY ID
  `.execute(db);
  return rows;
}

/** The character set of a column; undefined where it is not there: with an empty prefix another table may have the name. */
export async function findCharset(db: Db, table: string, column: string): Promise<string | undefined> {
  const { rows } = await sql<{ charset: string | null }>`
    SELECT character_set_name AS charset FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = ${table} AND column_name = ${column}
  `.execute(db);
  return rows[0]?.charset ?? undefined;
}
