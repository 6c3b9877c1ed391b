/** Signing in: by an account of this site, or as a person of its WordPress. */
import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../../shared/db/db.ts';
import { countRecoveryCodes } from '../../../../shared/factors/queries.ts';
import type { FactorStore } from '../../../../shared/factors/tables.ts';
import { toLine } from '../../../../shared/names.ts';
import { type Asker, accountPasswords, nobodysHash, verifyPassword } from '../../../../shared/secrets/passwords.ts';
import { insertSessionRow } from '../../../../shared/sign-in/sessions.ts';
import type { BegunBy } from '../../../../shared/sign-in/tables.ts';
import { orNoLinks } from '../../../host/links-database.ts';
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
  putLinksAdmin,
  putWordPressAdmin,
} from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { findLinksPersonByEmail, type Links, linksFactorsIn, lockUser } from '../people/links-queries.ts';
import { deleteSessionsOfFormer, insertSession, type SignInDevice } from '../people/session-queries.ts';
import { verifyWordPressHash } from '../wordpress/hashes.ts';

type Tools = Pick<Context, 'db' | 'wordPress' | 'links'>;
type Given = { email: string; password: string };

/**
 * `enter` finds out, in the transaction, whose session it is to be; `wpPassword` is with people of WordPress, who have no `id` before
 * they first sign in. `linksUserId` is with people who have an account of the link service.
 */
export type Person = {
  id?: number | undefined;
  enter: (trx: Trx, now: Date) => Promise<number>;
  wpPassword?: Buffer;
  linksUserId?: number;
};

/** The account whose second factors count, and where they are. */
type Owner = { store: FactorStore; id: number };

/** Finds out, while nobody else changes the person, what else they show. @throws `second_factor_required`, `incorrect_code` */
type Prove = (owner: Owner, now: Date) => Promise<BegunBy>;

const dayMs = 86_400_000;

/** The person with this password. @throws incorrect_password, the same for an unknown address and a wrong password */
export async function requirePerson(tools: Tools, given: Given, asker: Asker): Promise<Person> {
  const person = await findPerson(tools, given, asker);
  if (!person) throw wrongPassword();
  return person;
}

/**
 * With a code where a second factor is set, which is used up. Holds the person, so that a code lets one in of many at once, and
 * none comes with a password alone while a factor is being added. `onRecovery` learns how many recovery codes are left after the use
 * of one.
 */
export const proveCode =
  ({ factors }: Pick<Context, 'factors'>, code?: string, onRecovery?: (left: number) => void): Prove =>
  async ({ store, id }, now) => {
    const methods = await factors.methodsOf(store, id);
    if (methods.length === 0) return 'password';
    if (code === undefined) throw secondFactorRequired(methods);
    const method = await factors.useCode(store, id, code, now);
    if (!method) throw wrongCode();
    if (method === 'recovery') onRecovery?.(await countRecoveryCodes(store, id));
    return 'factor';
  };

/** The provider has asked for what it wants to see. */
export const proveProvider: Prove = async () => 'provider';

/** Holds the person until the transaction ends. @throws rest_not_logged_in for somebody who was taken out meanwhile */
async function holdOwner(trx: Trx, links: Links, id: number, linksUserId: number | undefined): Promise<Owner> {
  if (!(await lockAdmin(trx, id))) throw notSignedIn();
  if (linksUserId === undefined) return { store: factorsIn(trx), id };
  if (!(await lockUser(links.within(trx), linksUserId))) throw notSignedIn();
  return { store: linksFactorsIn(links.within(trx)), id: linksUserId };
}

/** Begins a session of a person who has shown that they are. Resolves to its token. */
export const beginSession = (
  { db, config, links }: Pick<Context, 'db' | 'config' | 'links'>,
  { enter, wpPassword, linksUserId }: Person,
  device: SignInDevice,
  prove: Prove,
): Promise<string> => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + config.sessionDays * dayMs);
  return inTransaction(db, async (trx) => {
    const id = await enter(trx, now);
    const begunBy = await prove(await holdOwner(trx, links, id, linksUserId), now);
    await noteSignIn(trx, id, now);
    if (wpPassword) await deleteSessionsOfFormer(trx, id, wpPassword);
    const linksSessionId =
      linksUserId === undefined
        ? undefined
        : await insertSessionRow(
            links.within(trx),
            // Nobody has its token: the session here stands for it.
            { userId: linksUserId, hash: randomBytes(32), expiresAt, begunBy, device },
            now,
          );
    return insertSession(trx, id, device, { now, expiresAt, begunBy, wpPassword, linksSessionId });
  });
};

/** An address that has an account here is looked for nowhere else, and one of the link service not in WordPress. */
async function findPerson(tools: Tools, given: Given, asker: Asker): Promise<Person | undefined> {
  const { db, wordPress, links } = tools;
  const admin = await findAdminByEmail(db, given.email);
  const joined = admin ? undefined : await orNoLinks(findLinksPersonByEmail(links, db, given.email));
  if (joined) return findJoined(tools, joined, given, asker);
  const user = admin ? undefined : await wordPress.findByEmail(given.email);
  if (user) {
    const { id: wpUserId, email, name, role, hash, password: wpPassword } = user;
    const work = () => verifyWordPressHash(hash, given.password);
    const holds = await accountPasswords.run(asker.from, work, { signal: asker.signal });
    const known = { wpUserId, email, name: toLine(name) || email, role };
    if (!holds) return undefined;
    const id = await findWordPressAdmin(db, wpUserId);
    return { id, enter: (trx, now) => putWordPressAdmin(trx, known, now), wpPassword };
  }
  const holds = await verifyPassword(admin?.passwordHash ?? nobodysHash, given.password, asker);
  return admin?.passwordHash && holds ? { id: admin.id, enter: (trx) => enterByPassword(trx, admin) } : undefined;
}

type Joined = NonNullable<Awaited<ReturnType<typeof findLinksPersonByEmail>>>;

/** With the password of their account of the link service. */
async function findJoined(
  { db, links }: Tools,
  { passwordHash, ...known }: Joined,
  { password }: Given,
  asker: Asker,
): Promise<Person | undefined> {
  const holds = await verifyPassword(passwordHash ?? nobodysHash, password, asker);
  if (!passwordHash || !holds) return undefined;
  const id = await inTransaction(db, (trx) => putLinksAdmin(trx, known, new Date()));
  const enter = async (trx: Trx) => {
    const present = await lockUser(links.within(trx), known.userId);
    if (present?.passwordHash !== passwordHash) throw wrongPassword();
    return id;
  };
  return { id, enter, linksUserId: known.userId };
}

/** @throws incorrect_password when it was changed meanwhile */
async function enterByPassword(trx: Trx, admin: AdminRow): Promise<number> {
  if (!(await holdPassword(trx, admin))) throw wrongPassword();
  return admin.id;
}
