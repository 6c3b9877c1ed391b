/**
 * The people of a WordPress that shares the database: its administrators and editors sign in here with their WordPress
 * password, and their role is what WordPress says at the moment. Where there is no WordPress, nobody is found.
 */
import type { Role } from '../../../host/route.ts';
import type { Db } from '../tables.ts';
import { keyOfEmail } from '../text.ts';
import { findCapabilities, listUsersByEmail, type WordPressUser } from './queries.ts';

export type WordPress = {
  /** Whoever has the address and a role here. */
  findByEmail(email: string): Promise<(WordPressUser & { role: Role }) | undefined>;
  /** Undefined for one who may not sign in any more. */
  findRole(userId: number): Promise<Role | undefined>;
};

export function createWordPress(db: Db, prefix: string): WordPress {
  const metaKey = `${prefix}capabilities`;
  const findRole = async (userId: number) => roleOf((await orNothing(findCapabilities(db, userId, metaKey))) ?? '');
  return {
    async findByEmail(email) {
      const text = email.trim();
      // Its column may hold no other letters, and its collation takes e and é for one.
      if (!/^[!-~]+$/.test(text)) return undefined;
      const users = (await orNothing(listUsersByEmail(db, text))) ?? [];
      const user = users.find((one) => keyOfEmail(one.email) === keyOfEmail(text));
      const role = user && (await findRole(user.id));
      return role && { ...user, role };
    },
    findRole,
  };
}

const noTable = 'ER_NO_SUCH_TABLE';
/** With an empty prefix another table may have the name. */
const otherTable = 'ER_BAD_FIELD_ERROR';

const orNothing = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== noTable && error.code !== otherTable) throw error;
    return undefined;
  });

/** Of `a:1:{s:13:"administrator";b:1;}`; roles of other names, also those that plugins add, have no part here. */
export function roleOf(capabilities: string): Role | undefined {
  const held = new Set([...capabilities.matchAll(/s:\d+:"([^"]*)";b:1;/g)].map(([, name]) => name));
  return (['administrator', 'editor'] as const).find((role) => held.has(role));
}
