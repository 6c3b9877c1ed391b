/**
 * The people of a WordPress that shares the database: its administrators and editors sign in here with their WordPress
 * password, and their role is what WordPress says at the moment. Where there is no WordPress, nobody is found.
 */
import { toLine } from '../../../../shared/names.ts';
import type { Role } from '../../../host/core/route.ts';
import { readSerialized } from '../../../host/php-serialized.ts';
import type { Db } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { digestOfHash } from './hashes.ts';
import {
  findApplicationPasswords,
  findUserByLogin,
  findUserStanding,
  listUsersByEmail,
  orNothing,
  type WordPressUser,
} from './queries.ts';

/** `hashes` are of the application passwords of the user, the newest first; nobody has any. */
type Program = {
  user: { id: number; email: string; name: string; role: Role | undefined } | undefined;
  hashes: string[];
};

type Person = { id: number; email: string; name: string; role: Role | undefined; password: Buffer };

export type WordPress = {
  /** Whether one shares the database. */
  isThere(): Promise<boolean>;
  /** Finds the user with this address and a role here. */
  findByEmail(email: string): Promise<(WordPressUser & { role: Role; password: Buffer }) | undefined>;
  /** Finds the user whose application passwords a login or email address stands for; undefined without WordPress. */
  findProgram(login: string): Promise<Program | undefined>;
  /** A user as they are now; without a role they cannot sign in. A new password has another digest. */
  findUser(userId: number): Promise<Person | undefined>;
};

export function createWordPress(db: Db, prefix: string): WordPress {
  const metaKey = `${prefix}capabilities`;
  const findUser: WordPress['findUser'] = async (userId) => {
    const found = await orNothing(findUserStanding(db, userId, metaKey));
    if (!found) return undefined;
    const { id, email, capabilities, hash } = found;
    const name = toLine(found.name) || email;
    return { id, email, name, role: roleOf(capabilities ?? ''), password: digestOfHash(hash) };
  };
  async function findAddress(email: string): Promise<WordPressUser | undefined> {
    const text = email.trim();
    // Its column may hold no other letters, and its collation takes e and é for one.
    if (!/^[!-~]+$/.test(text)) return undefined;
    const users = (await orNothing(listUsersByEmail(db, text))) ?? [];
    return users.find((one) => keyOfEmail(one.email) === keyOfEmail(text));
  }

  return {
    isThere: async () => (await orNothing(findUserByLogin(db, ''))) !== undefined,
    async findByEmail(email) {
      const user = await findAddress(email);
      const role = user && (await findUser(user.id))?.role;
      // Digest of the hash that is checked here: the stored one can change meanwhile.
      return role && { ...user, role, password: digestOfHash(user.hash) };
    },
    async findProgram(login) {
      const named = await orNothing(findUserByLogin(db, login));
      if (!named) return undefined;
      const same = named.find((one) => one.login.toLowerCase() === login.toLowerCase());
      const user = same ?? (login.includes('@') ? await findAddress(login) : undefined);
      if (!user) return { user, hashes: [] };
      const { id, email, name } = user;
      const [standing, passwords] = [await findUser(id), await orNothing(findApplicationPasswords(db, id))];
      return {
        user: { id, email, name: toLine(name) || email, role: standing?.role },
        hashes: hashesOf(passwords ?? ''),
      };
    },
    findUser,
  };
}

/** More than anybody has programs; each hash of before 6.8 takes milliseconds. */
const mostHashes = 50;

/** Reads the hashes from WordPress's serialized list of application passwords. */
export function hashesOf(serialized: string): string[] {
  const list = readSerialized(serialized);
  const items = list instanceof Map ? [...list.values()] : [];
  return items
    .map((item) => (item instanceof Map ? item.get('password') : undefined))
    .filter((hash) => typeof hash === 'string')
    .slice(-mostHashes)
    .reverse();
}

/** Reads the role from `a:1:{s:13:"administrator";b:1;}`. Other roles, such as those of plugins, do not count. */
export function roleOf(capabilities: string): Role | undefined {
  const held = new Set([...capabilities.matchAll(/s:\d+:"([^"]*)";b:1;/g)].map(([, name]) => name));
  return (['administrator', 'editor'] as const).find((role) => held.has(role));
}
