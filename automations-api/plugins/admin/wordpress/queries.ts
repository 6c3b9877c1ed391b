/** Queries for WordPress's own tables, which Waypost only reads. */
import type { Db } from '../core/tables.ts';

const noTable = 'ER_NO_SUCH_TABLE';
/** The error for a missing column. It occurs if the prefix is empty and another program's table has the same name. */
const otherTable = 'ER_BAD_FIELD_ERROR';

/** Returns the result of a query for WordPress's tables; undefined if they do not exist. */
export const orNothing = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== noTable && error.code !== otherTable) throw error;
    return undefined;
  });

/** Lists the users with an email address in order of id, since the first match signs in. */
export const listUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['ID as id', 'user_email as email', 'user_pass as hash', 'display_name as name'])
    .where('user_email', '=', email)
    .orderBy('ID')
    .limit(10)
    .execute();

export const findUserByLogin = (db: Db, login: string) =>
  db
    .selectFrom('users')
    .select(['ID as id', 'user_login as login', 'user_email as email', 'display_name as name'])
    .where('user_login', '=', login)
    .limit(1)
    .execute();

/** Finds a user's application passwords, serialized by PHP. */
export const findApplicationPasswords = async (db: Db, userId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('usermeta')
      .select('meta_value as passwords')
      .where('user_id', '=', userId)
      .where('meta_key', '=', '_application_passwords')
      .limit(1)
      .executeTakeFirst()
  )?.passwords ?? undefined;

export type WordPressUser = Awaited<ReturnType<typeof listUsersByEmail>>[number];

/**
 * Finds a user with their locale and their capabilities, serialized by PHP. `metaKey` starts with WordPress's prefix. A user who
 * chose no locale has none, or an empty one.
 */
export const findUserStanding = (db: Db, userId: number, metaKey: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('usermeta as m', (on) => on.onRef('m.user_id', '=', 'u.ID').on('m.meta_key', '=', metaKey))
    .leftJoin('usermeta as l', (on) => on.onRef('l.user_id', '=', 'u.ID').on('l.meta_key', '=', 'locale'))
    .select(['u.ID as id', 'u.user_email as email', 'u.display_name as name'])
    .select(['u.user_pass as hash', 'm.meta_value as capabilities', 'l.meta_value as locale'])
    .where('u.ID', '=', userId)
    .limit(1)
    .executeTakeFirst();
