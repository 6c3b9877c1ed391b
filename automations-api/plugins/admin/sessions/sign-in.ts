/** Signing in: by an account of this site, or as a person of its WordPress. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type Asker, accountPasswords, hashPassword, verifyPassword } from '../../../../shared/secrets/passwords.ts';
import type { BegunBy } from '../../../../shared/sign-in/tables.ts';
import type { Context } from '../context/context.ts';
import { notSignedIn, secondFactorRequired, wrongCode, wrongPassword } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import {
  type AdminRow,
  findAdminByEmail,
  findWordPressAdmin,
  holdPassword,
  lockAdmin,
  noteSignIn,
  putWordPressAdmin,
} from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { deleteSessionsOfFormer, insertSession, type SignInDevice } from '../people/session-queries.ts';
import { verifyWordPressHash } from '../wordpress/hashes.ts';

type Tools = Pick<Context, 'db' | 'wordPress'>;
type Given = { email: string; password: string };

/**
 * `enter` finds out, in the transaction, whose session it is to be; `wpPassword` is with people of WordPress, who have no `id` before
 * they first sign in.
 */
type Person = { id?: number | undefined; enter: (trx: Trx, now: Date) => Promise<number>; wpPassword?: Buffer };

/** Finds out, while nobody else changes the person, what else they show. @throws `second_factor_required`, `incorrect_code` */
type Prove = (trx: Trx, id: number, now: Date) => Promise<BegunBy>;

const dayMs = 86_400_000;

/** Verified in place of an account that is not there, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/** The person with this password. @throws incorrect_password, the same for an unknown address and a wrong password */
export async function requirePerson(tools: Tools, given: Given, asker: Asker): Promise<Person> {
  const person = await findPerson(tools, given, asker);
  if (!person) throw wrongPassword();
  return person;
}

/**
 * With a code where a second factor is set, which is used up. Holds the person, so that a code lets one in of many at once, and
 * none comes with a password alone while a factor is being added.
 */
export const proveCode =
  ({ factors }: Pick<Context, 'factors'>, code?: string): Prove =>
  async (trx, id, now) => {
    await lockAdmin(trx, id);
    const methods = await factors.methodsOf(factorsIn(trx), id);
    if (methods.length === 0) return 'password';
    if (code === undefined) throw secondFactorRequired(methods);
    if (!(await factors.useCode(factorsIn(trx), id, code, now))) throw wrongCode();
    return 'factor';
  };

/** The provider has asked for what it wants to see. @throws rest_not_logged_in for somebody who was taken out meanwhile */
export const proveProvider: Prove = async (trx, id) => {
  if (!(await lockAdmin(trx, id))) throw notSignedIn();
  return 'provider';
};

/** Begins a session of a person who has shown that they are. Resolves to its token. */
export const beginSession = (
  { db, config }: Pick<Context, 'db' | 'config'>,
  { enter, wpPassword }: Person,
  device: SignInDevice,
  prove: Prove,
): Promise<string> => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + config.sessionDays * dayMs);
  return inTransaction(db, async (trx) => {
    const id = await enter(trx, now);
    const begunBy = await prove(trx, id, now);
    await noteSignIn(trx, id, now);
    if (wpPassword) await deleteSessionsOfFormer(trx, id, wpPassword);
    return insertSession(trx, id, device, { now, expiresAt, begunBy, wpPassword });
  });
};

/** An address that has an account here is never looked for in WordPress. */
async function findPerson(
  { db, wordPress }: Pick<Tools, 'db' | 'wordPress'>,
  given: Given,
  asker: Asker,
): Promise<Person | undefined> {
  const admin = await findAdminByEmail(db, given.email);
  const user = admin ? undefined : await wordPress.findByEmail(given.email);
  if (user) {
    const { id: wpUserId, email, name, role, hash, password: wpPassword } = user;
    const work = () => verifyWordPressHash(hash, given.password);
    const holds = await accountPasswords.run(asker.from, work, { signal: asker.signal });
    const known = { wpUserId, email, name: name || email, role };
    if (!holds) return undefined;
    const id = await findWordPressAdmin(db, wpUserId);
    return { id, enter: (trx, now) => putWordPressAdmin(trx, known, now), wpPassword };
  }
  nobodysHash ??= hashPassword('the password of nobody');
  const holds = await verifyPassword(admin?.passwordHash ?? (await nobodysHash), given.password, asker);
  return admin?.passwordHash && holds ? { id: admin.id, enter: (trx) => enterByPassword(trx, admin) } : undefined;
}

/** @throws incorrect_password when it was changed meanwhile */
async function enterByPassword(trx: Trx, admin: AdminRow): Promise<number> {
  if (!(await holdPassword(trx, admin))) throw wrongPassword();
  return admin.id;
}
