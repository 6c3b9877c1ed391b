/** WordPress's own tables, which are only read. */
import type { Db } from '../core/tables.ts';

const noTable = 'ER_NO_SUCH_TABLE';
/** With an empty prefix another table may have the name. */
const otherTable = 'ER_BAD_FIELD_ERROR';

/** The result of a query of WordPress's tables; undefined if they are not there. */
export const orNothing = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== noTable && error.code !== otherTable) throw error;
    return undefined;
  });

/** In the order of their ids: of several users with one address the first counts. */
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

/** Serialized by PHP. */
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

/** With their capabilities as PHP serializes them; undefined for a user who is gone. `metaKey` begins with WordPress's prefix. */
export const findUserStanding = (db: Db, userId: number, metaKey: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('usermeta as m', (on) => on.onRef('m.user_id', '=', 'u.ID').on('m.meta_key', '=', metaKey))
    .select(['u.ID as id', 'u.user_email as email', 'u.display_name as name'])
    .select(['u.user_pass as hash', 'm.meta_value as capabilities'])
    .where('u.ID', '=', userId)
    .limit(1)
    .executeTakeFirst();
