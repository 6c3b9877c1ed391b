/**
 * Programs of WordPress's people: `Authorization: Basic` with a login or an address, and an application password that WordPress
 * made. Nothing of WordPress is written, so it does not learn that one was used. Where there is no WordPress the header means nothing.
 */

import type { SignInTries } from '../../../../../shared/limits/tries.ts';
import { networkOf } from '../../../../../shared/net/address.ts';
import { accountPasswords } from '../../../../../shared/secrets/passwords.ts';
import { hashSecret } from '../../../../../shared/secrets/secrets.ts';
import type { AskedRoute, User } from '../../../../host/core/route.ts';
import { wrongApplicationPassword } from '../../core/errors.ts';
import { findHolding } from '../../wordpress/hashes.ts';
import type { WordPress } from '../../wordpress/users.ts';

export type ApplicationPasswords = {
  /**
   * Finds the user whose application password a request carries; undefined without one. @throws incorrect_password, rate_limited
   */
  find(request: Request): Promise<User | undefined>;
};

type Request = Pick<AskedRoute, 'headers' | 'address'>;
type Tools = { tries: Pick<SignInTries, 'spendOnEmail'>; wordPress: WordPress };
type Given = { login: string; password: string };

/** Limits a busy program to one lookup a second. A revoked password or a removed role takes effect after that second. */
const believedMs = 1_000;
const mostBelieved = 1_000;

export function createApplicationPasswords({ tries, wordPress }: Tools): ApplicationPasswords {
  const believed = new Map<string, { user: Promise<User | undefined>; until: number }>();
  /** The hash that each was found to be of: while WordPress has it, it need not be computed again. */
  const verified = new Map<string, string>();

  async function look(key: string, { login, password }: Given, address: string): Promise<User | undefined> {
    const program = await wordPress.findProgram(login);
    if (!program) return undefined;
    const { user, hashes } = program;
    const known = verified.get(key);
    if (known === undefined || !hashes.includes(known)) {
      const attempt = await tries.spendOnEmail(address, `application ${user?.id ?? login.toLowerCase()}`);
      // Several requests may wait for this one, so it is not given up with the client that came first.
      const hash = await accountPasswords.run(networkOf(address), () => findHolding(hashes, password));
      if (hash === undefined) throw wrongApplicationPassword();
      attempt.refund();
      if (verified.size >= mostBelieved) verified.clear();
      verified.set(key, hash);
    }
    if (!user?.role) throw wrongApplicationPassword();
    const { id, role, name } = user;
    return { type: 'wordpress', id, name, role };
  }

  return {
    async find({ headers, address }) {
      const given = readBasic(headers.authorization ?? '');
      if (!given) return undefined;
      const now = Date.now();
      const key = hashSecret(`${given.login}\n${given.password}`).toString('base64');
      const kept = believed.get(key);
      if (kept && kept.until > now) return kept.user;
      const user = look(key, given, address);
      const asked = { user, until: Number.POSITIVE_INFINITY };
      if (believed.size >= mostBelieved) believed.clear();
      believed.set(key, asked);
      const believe = () => {
        asked.until = Date.now() + believedMs;
      };
      // Every try that is wrong is counted.
      user.then(believe, () => believed.delete(key));
      return user;
    },
  };
}

const longestLogin = 100;
/** WordPress makes 24 characters. */
const longestPassword = 100;

/** Blanks and what else no application password has are not part of it: WordPress shows it in groups. */
function readBasic(authorization: string): Given | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(authorization)?.[1];
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (login === undefined || password === undefined) return undefined;
  const plain = password.replace(/[^a-z\d]/gi, '');
  return { login: login.slice(0, longestLogin), password: plain.length > longestPassword ? '' : plain };
}
