/**
 * Proofs for a sign-in: a password, with a code if a second factor is set, or a passkey. Each proof runs in the
 * transaction that locks the user and starts the session. So a code works only once, even in concurrent requests. No
 * sign-in with only a password succeeds while a factor is being added.
 */
import { countRecoveryCodes } from '../../shared/people/factor-queries.ts';
import type { Method, Signed } from '../../shared/people/factors/factors.ts';
import type { BegunBy } from '../../shared/people/tables.ts';
import { getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { secondFactorRequired, unauthorized, wrongCode } from '../api/errors.ts';
import type { Trx } from '../core/tables.ts';
import { insertNotice } from '../mail/notices.ts';
import { requireUnchangedPassword } from './require-password.ts';

/** The kind of proof used, and the details for the audit log. */
type Proof = { by: BegunBy; details?: { by: Method } };

/** A function that proves that the person signing in is the user. @throws `unauthorized`, `second_factor_required` */
export type Prove = (trx: Trx, user: UserRow, now: Date) => Promise<Proof>;

type Tools = Pick<Context, 'factors'>;

export const wrongPasskey = () => unauthorized('This passkey is unknown, or the answer came too late. Try again.');

/** Proves the user's identity with a password that was already checked, and with `code` if a second factor is set. */
export const provePassword =
  ({ factors }: Tools, code?: string): Prove =>
  async (trx, user, now) => {
    await requireUnchangedPassword(trx, user);
    const methods = await factors.methodsOf(trx, user.id);
    if (methods.length === 0) return { by: 'password' };
    if (code === undefined) throw secondFactorRequired(methods);
    const by = await factors.useCode(trx, user.id, code, now);
    if (by === undefined) throw wrongCode();
    if (by === 'recovery') {
      const left = await countRecoveryCodes(trx, user.id);
      await insertNotice(trx, user, { kind: 'recovery-code-used', left }, now);
    }
    return { by: 'factor', details: { by } };
  };

/**
 * Proves who the user is by a passkey. The device has verified its user, so a passkey replaces password and second
 * factor.
 */
export const provePasskey =
  ({ factors }: Tools, signed: Signed): Prove =>
  async (trx, user, now) => {
    await getUserForUpdate(trx, user.id);
    if (!(await factors.useSignature(trx, signed, now))) throw wrongPasskey();
    return { by: 'factor', details: { by: 'passkey' } };
  };

/** Accepts a user that the sign-in provider identified. The provider has its own requirements. */
export const proveProvider: Prove = async (trx, user) => {
  await requireUnchangedPassword(trx, user);
  return { by: 'provider' };
};
