/** WordPress's own tables, which are only read. */
import type { Db } from '../tables.ts';

/** In the order of their ids: of several users with one address the first counts. */
export const listUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['ID as id', 'user_email as email', 'user_pass as hash', 'display_name as name'])
    .where('user_email', '=', email)
    .orderBy('ID')
    .limit(10)
    .execute();

export type WordPressUser = Awaited<ReturnType<typeof listUsersByEmail>>[number];

/** As PHP serializes them; undefined for a user who is gone. `metaKey` begins with WordPress's prefix. */
export const findCapabilities = async (db: Db, userId: number, metaKey: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users as u')
      .innerJoin('usermeta as m', 'm.user_id', 'u.ID')
      .select('m.meta_value as capabilities')
      .where('u.ID', '=', userId)
      .where('m.meta_key', '=', metaKey)
      .limit(1)
      .executeTakeFirst()
  )?.capabilities ?? undefined;
