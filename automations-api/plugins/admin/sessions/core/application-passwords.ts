/**
 * WordPress application passwords: `Authorization: Basic` with a login or email address. Waypost does not write to
 * WordPress, so WordPress does not record their use. Without a WordPress the header is ignored.
 */
import type { SignInTries } from '../../../../../shared/limits/tries.ts';
import { networkOf } from '../../../../../shared/net/address.ts';
import { accountPasswords } from '../../../../../shared/secrets/passwords.ts';
import { hashSecret } from '../../../../../shared/secrets/secrets.ts';
import type { RequestHead, User } from '../../../../host/core/route.ts';
import { wrongApplicationPassword } from '../../core/errors.ts';
import { findMatchingHash } from '../../wordpress/hashes.ts';
import type { WordPress } from '../../wordpress/users.ts';

export type ApplicationPasswords = {
  /** Finds the user whose application password is in the request. @throws incorrect_password, rate_limited */
  find(request: Request): Promise<User | undefined>;
};

type Request = Pick<RequestHead, 'headers' | 'address'>;
type Tools = { tries: Pick<SignInTries, 'spendOnEmail'>; wordPress: WordPress };
type Credentials = { login: string; password: string };

/**
 * Time for which a lookup is cached. It limits a busy client to one lookup a second. A revoked password or removed
 * role stops working within this time.
 */
const cachedMs = 1_000;
const mostCached = 1_000;

export function createApplicationPasswords({ tries, wordPress }: Tools): ApplicationPasswords {
  const cache = new Map<string, { user: Promise<User | undefined>; until: number }>();
  /** The hash that each password matched. While WordPress still has that hash, it need not be computed again. */
  const verified = new Map<string, string>();

  async function lookUp(key: string, { login, password }: Credentials, address: string): Promise<User | undefined> {
    const found = await wordPress.findApplicationUser(login);
    if (!found) return undefined;
    const { user, hashes } = found;
    const known = verified.get(key);
    if (known === undefined || !hashes.includes(known)) {
      const attempt = await tries.spendOnEmail(address, `application ${user?.id ?? login.toLowerCase()}`);
      // The check continues if the first client disconnects, because other requests can be waiting for it.
      const hash = await accountPasswords.run(networkOf(address), () => findMatchingHash(hashes, password));
      if (hash === undefined) throw wrongApplicationPassword();
      attempt.refund();
      if (verified.size >= mostCached) verified.clear();
      verified.set(key, hash);
    }
    if (!user?.role) throw wrongApplicationPassword();
    const { id, role, name } = user;
    return { type: 'wordpress', id, name, role };
  }

  return {
    async find({ headers, address }) {
      const credentials = readBasic(headers.authorization ?? '');
      if (!credentials) return undefined;
      const now = Date.now();
      const key = hashSecret(`${credentials.login}\n${credentials.password}`).toString('base64');
      const cached = cache.get(key);
      if (cached && cached.until > now) return cached.user;
      const user = lookUp(key, credentials, address);
      const entry = { user, until: Number.POSITIVE_INFINITY };
      if (cache.size >= mostCached) cache.clear();
      cache.set(key, entry);
      const expireSoon = () => {
        entry.until = Date.now() + cachedMs;
      };
      // Failures are not cached, so that each wrong try is counted.
      user.then(expireSoon, () => cache.delete(key));
      return user;
    },
  };
}

const longestLogin = 100;
/** The length of the longest accepted password. WordPress's own passwords have 24 characters. */
const longestPassword = 100;

/** Reads Basic credentials. Removes blanks from the password, since WordPress shows it in groups. */
function readBasic(authorization: string): Credentials | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(authorization)?.[1];
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (login === undefined || password === undefined) return undefined;
  const plain = password.replace(/[^a-z\d]/gi, '');
  return { login: login.slice(0, longestLogin), password: plain.length > longestPassword ? '' : plain };
}
