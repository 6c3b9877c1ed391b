/** Signing in: by an account of this site, or as a person of its WordPress. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { type Asker, accountPasswords, hashPassword, verifyPassword } from '../../../../shared/secrets/passwords.ts';
import type { Context } from '../context/context.ts';
import { wrongPassword } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import {
  type AdminRow,
  findAdminByEmail,
  holdPassword,
  noteSignIn,
  putWordPressAdmin,
} from '../people/admin-queries.ts';
import { deleteSessionsOfFormer, insertSession, type SignInDevice } from '../people/session-queries.ts';
import { verifyWordPressHash } from '../wordpress/hashes.ts';

type Tools = Pick<Context, 'db' | 'config' | 'wordPress'>;
type Given = { email: string; password: string };

/** `enter` finds out, in the transaction, whose session it is to be; `wpPassword` is with people of WordPress. */
type Person = { enter: (trx: Trx, now: Date) => Promise<number>; wpPassword?: Buffer };

const dayMs = 86_400_000;

/** Verified in place of an account that is not there, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/** The token of a new session. @throws incorrect_password, the same for an unknown address and a wrong password */
export async function signIn(tools: Tools, given: Given, asker: Asker, device: SignInDevice): Promise<string> {
  const person = await findPerson(tools, given, asker);
  if (!person) throw wrongPassword();
  return beginSession(tools, person, device);
}

/** Begins a session of a person who has shown that they are. */
export const beginSession = (
  { db, config }: Tools,
  { enter, wpPassword }: Person,
  device: SignInDevice,
): Promise<string> => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + config.sessionDays * dayMs);
  return inTransaction(db, async (trx) => {
    const id = await enter(trx, now);
    await noteSignIn(trx, id, now);
    if (wpPassword) await deleteSessionsOfFormer(trx, id, wpPassword);
    return insertSession(trx, id, device, { now, expiresAt, wpPassword });
  });
};

/** An address that has an account here is never looked for in WordPress. */
async function findPerson({ db, wordPress }: Tools, given: Given, asker: Asker): Promise<Person | undefined> {
  const admin = await findAdminByEmail(db, given.email);
  const user = admin ? undefined : await wordPress.findByEmail(given.email);
  if (user) {
    const { id: wpUserId, email, name, role, hash, password: wpPassword } = user;
    const work = () => verifyWordPressHash(hash, given.password);
    const holds = await accountPasswords.run(asker.from, work, { signal: asker.signal });
    const known = { wpUserId, email, name: name || email, role };
    return holds ? { enter: (trx, now) => putWordPressAdmin(trx, known, now), wpPassword } : undefined;
  }
  nobodysHash ??= hashPassword('the password of nobody');
  const holds = await verifyPassword(admin?.passwordHash ?? (await nobodysHash), given.password, asker);
  return admin?.passwordHash && holds ? { enter: (trx) => enterByPassword(trx, admin) } : undefined;
}

/** @throws incorrect_password when it was changed meanwhile */
async function enterByPassword(trx: Trx, admin: AdminRow): Promise<number> {
  if (!(await holdPassword(trx, admin))) throw wrongPassword();
  return admin.id;
}
