/**
 * WordPress users in a shared database, found by contacts' email addresses. They are looked up whenever a contact is
 * shown, so that changes in WordPress take effect at once.
 */
// biome-ignore-all lint/plugin: WordPress's own table has no type here.
import { sql } from 'kysely';
import type { Db } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import type { ContactRow } from './queries.ts';

/** A function that finds user ids by normalized email address. */
export type FindWordPressUsers = (emails: string[]) => Promise<ReadonlyMap<string, number>>;
type User = { ID: number; user_email: string };

const checkTableEveryMs = 60_000;

/** A contact with the id of its WordPress user as `wpid`; 0 or missing if there is none. */
export type LinkedRow = ContactRow & { wpid?: number };

/** Adds the users' current ids to the rows. */
export async function linkUsers(find: FindWordPressUsers, rows: ContactRow[]): Promise<LinkedRow[]> {
  const users = await find([...new Set(rows.flatMap(({ email, email_key }) => [email, email_key]))]);
  return rows.map((row) => ({ ...row, wpid: users.get(row.email_key) ?? 0 }));
}

/** Creates the finder of users. */
export function createUserFinder(db: Db, prefix: string): FindWordPressUsers {
  const table = `${prefix}users`;
  const whileThere = watchTable(db, table, 'user_email');
  return async (emails) => {
    const users = await whileThere([], (charset) =>
      findUsers(
        db,
        table,
        emails.filter((email) => fits(charset, email)),
      ),
    );
    // WordPress's collation treats e and é as equal. If several users match, the first one is used.
    return new Map(users.reverse().map(({ ID, user_email }) => [keyOfEmail(user_email), ID]));
  };
}

/**
 * Watches a table of another program, which can be installed or removed later. The returned function runs a query
 * with the charset of a text column. While the table does not exist, it returns `none`.
 */
export function watchTable(db: Db, table: string, column: string) {
  let known: { charset: string | undefined; until: number } = { charset: undefined, until: 0 };
  return async <T>(none: T, query: (charset: string) => Promise<T>): Promise<T> => {
    const now = Date.now();
    if (known.until < now) known = { charset: await findCharset(db, table, column), until: now + checkTableEveryMs };
    if (known.charset === undefined) return none;
    return query(known.charset).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
      known.until = 0;
      return none;
    });
  };
}

/** Checks whether a column with this charset can store a text. Only then can the two be compared. */
export const fits = (charset: string, text: string) =>
  charset === 'utf8mb4' || (charset.startsWith('utf8') ? /^[\0-\uFFFF]*$/u : /^[ -~]*$/).test(text);

/**
 * Finds users by email address, in the order of their ids. Passes the addresses as values, so that the table's
 * collation applies.
 */
async function findUsers(db: Db, table: string, emails: string[]): Promise<User[]> {
  if (emails.length === 0) return [];
  const { rows } = await sql<User>`
    SELECT ID, user_email FROM ${sql.table(table)} WHERE user_email IN (${sql.join(emails)}) ORDER BY ID
  `.execute(db);
  return rows;
}

/** Finds the charset of a column. Returns undefined if it does not exist: the table can belong to another program. */
export async function findCharset(db: Db, table: string, column: string): Promise<string | undefined> {
  const { rows } = await sql<{ charset: string | null }>`
    SELECT character_set_name AS charset FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = ${table} AND column_name = ${column}
  `.execute(db);
  return rows[0]?.charset ?? undefined;
}
