/**
 * Users of a WordPress that shares the database. WordPress's administrators and editors can sign in with their
 * WordPress password, and have their current WordPress role. Without a WordPress there are no users.
 */
import { toLine } from '../../../../shared/names.ts';
import { findLanguage, type Language } from '../../../../shared/pages/language.ts';
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

/** A user with the hashes of their application passwords, the newest first. An unknown user has no hashes. */
type ApplicationUser = {
  user: { id: number; email: string; name: string; role: Role | undefined } | undefined;
  hashes: string[];
};

/** `language`: the user's choice in their WordPress profile; null without one. */
type FoundUser = {
  id: number;
  email: string;
  name: string;
  role: Role | undefined;
  language: Language | null;
  password: Buffer;
};

export type WordPress = {
  /** Checks whether a WordPress shares the database. */
  isInstalled(): Promise<boolean>;
  /** Finds the user with this email address and a role. */
  findByEmail(email: string): Promise<(WordPressUser & { role: Role; password: Buffer }) | undefined>;
  /** Finds a user by login or email address, with their application passwords; undefined without WordPress. */
  findApplicationUser(login: string): Promise<ApplicationUser | undefined>;
  /** Finds a user's current data. A user without a role cannot sign in. `password` is a digest of the password hash. */
  findUser(userId: number): Promise<FoundUser | undefined>;
};

export function createWordPress(db: Db, prefix: string): WordPress {
  const metaKey = `${prefix}capabilities`;
  const findUser: WordPress['findUser'] = async (userId) => {
    const found = await orNothing(findUserStanding(db, userId, metaKey));
    if (!found) return undefined;
    const { id, email, capabilities, locale, hash } = found;
    const name = toLine(found.name) || email;
    const language = findLanguage(locale ?? '') ?? null;
    return { id, email, name, role: roleOf(capabilities ?? ''), language, password: digestOfHash(hash) };
  };
  async function findAddress(email: string): Promise<WordPressUser | undefined> {
    const text = email.trim();
    // The column can be limited to ASCII, and its collation treats e and é as equal.
    if (!/^[!-~]+$/.test(text)) return undefined;
    const users = (await orNothing(listUsersByEmail(db, text))) ?? [];
    return users.find((one) => keyOfEmail(one.email) === keyOfEmail(text));
  }

  return {
    isInstalled: async () => (await orNothing(findUserByLogin(db, ''))) !== undefined,
    async findByEmail(email) {
      const user = await findAddress(email);
      const role = user && (await findUser(user.id))?.role;
      // The digest of the hash that the caller verifies, because the stored hash can change in the meantime.
      return role && { ...user, role, password: digestOfHash(user.hash) };
    },
    async findApplicationUser(login) {
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

/** The maximum number of hashes to check, since checking a hash from before 6.8 takes milliseconds. */
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

/** Reads the role from `a:1:{s:13:"administrator";b:1;}`. Other roles, such as plugins' roles, do not count. */
export function roleOf(capabilities: string): Role | undefined {
  const granted = new Set([...capabilities.matchAll(/s:\d+:"([^"]*)";b:1;/g)].map(([, name]) => name));
  return (['administrator', 'editor'] as const).find((role) => granted.has(role));
}
