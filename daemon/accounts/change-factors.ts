/**
 * Changes to a user's second factors. A session alone is not enough: the caller must prove that they own the account.
 * An email and the audit log report each change.
 */
import type { Config } from '../../shared/config/config.ts';
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { AuditEntry } from '../../shared/people/audit-entry.ts';
import { countRecoveryCodes, listFactors } from '../../shared/people/factor-queries.ts';
import { canAddFactor } from '../../shared/people/factors/factors.ts';
import { deleteOtherSessions, updateBegunBy } from '../../shared/people/session-queries.ts';
import { getUser, getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { conflict, forbidden, invalid, noSuch } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { insertNotice, type Notice } from '../mail/notices.ts';
import { isFreshSession, requirePassword } from './require-password.ts';

/** Requires a user who can add a factor. @throws `forbidden` for an unverified email address */
function requireVerified(config: Config, user: UserRow): UserRow {
  if (canAddFactor(config, user)) return user;
  throw forbidden('Verify your email first: open the link sent to it. Then add the second factor.');
}

/**
 * Requires that the session is recent or the password is given. Returns the user who is adding a factor. @throws
 * `validation_failed`, `rate_limited`, `forbidden` for an unverified email address
 */
export async function requireOwner(
  context: Context,
  request: HttpRequest,
  userId: number,
  password: string | undefined,
): Promise<UserRow> {
  const { config, db } = context;
  if (password !== undefined)
    return requireVerified(
      config,
      await requirePassword(context, request, userId, { currentPassword: password, field: 'password' }),
    );
  if (await isFreshSession(context, request, userId)) return requireVerified(config, await getUser(db, userId));
  throw invalid({ field: 'password', message: 'is required: you signed in more than ten minutes ago' });
}

type Added = { id: string; type: 'totp' | 'passkey'; name: string; recoveryCodes: string[] };

/**
 * Adds a factor with `add`. The first factor ends all other sessions, because they started with only a password.
 * @throws `conflict` for a known passkey, `forbidden` for an unverified email address
 */
export async function addFactor(
  { config, db, access, announceChanges }: Context,
  { userId, actor }: Auth,
  token: string,
  add: (trx: Trx, now: Date) => Promise<Added>,
): Promise<Added> {
  const added = await inTransaction(db, async (trx) => {
    const now = new Date();
    const user = requireVerified(config, await getUserForUpdate(trx, userId));
    const isFirst = (await listFactors(trx, userId)).length === 0;
    const added = await add(trx, now);
    if (isFirst) {
      await deleteOtherSessions(trx, userId, token);
      await updateBegunBy(trx, userId, 'password', 'factor');
    }
    const { type, name } = added;
    const entry = { workspaceId: null, actor, objectId: user.publicId, details: { type, name } };
    await recordAudit(trx, [{ ...entry, action: 'user.add-factor' }], now);
    await insertNotice(trx, user, { kind: 'factor-added', factor: type, factorName: name }, now);
    return added;
  }).catch((error) => {
    if (duplicateKey(error) === 'user_factors_credential') throw conflict('This passkey is already registered.');
    throw error;
  });
  access.forget([{ userId }]);
  announceChanges();
  return added;
}

/** A password or a code that proves who the caller is. A user without a password must have signed in recently. */
type Proof = { password?: string; code?: string };

type Change<Result> = { action: AuditEntry['action']; details?: AuditEntry['details']; notice: Notice; result: Result };

/** Applies a change to the factors after checking the proof. @throws `validation_failed`, `rate_limited` */
export async function changeFactors<Result>(
  context: Context,
  { userId, actor }: Auth,
  request: HttpRequest,
  {
    proof: { password, code },
    change,
  }: { proof: Proof; change: (trx: Trx, user: UserRow, now: Date) => Promise<Change<Result>> },
): Promise<Result> {
  if (code === undefined) await requirePasswordGiven(context, request, userId, password);
  const attempt = code === undefined ? undefined : await context.tries.spendOnCode(userId);
  const { result } = await inTransaction(context.db, async (trx) => {
    const now = new Date();
    const user = await getUserForUpdate(trx, userId);
    const method = code === undefined ? 'password' : await context.factors.useCode(trx, userId, code, now);
    if (!method) throw invalid({ field: 'code', message: 'is wrong or was already used' });
    if (method === 'recovery') {
      const left = await countRecoveryCodes(trx, userId);
      await insertNotice(trx, user, { kind: 'recovery-code-used', left }, now);
    }
    const changed = await change(trx, user, now);
    const { action, details, notice } = changed;
    const entry = { workspaceId: null, actor, action, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, ...(details ? { details } : {}) }], now);
    await insertNotice(trx, user, notice, now);
    return changed;
  });
  attempt?.refund();
  context.access.forget([{ userId }]);
  context.announceChanges();
  return result;
}

async function requirePasswordGiven(
  context: Context,
  request: HttpRequest,
  userId: number,
  password: string | undefined,
): Promise<void> {
  const { passwordHash } = await getUser(context.db, userId);
  if (password === undefined && passwordHash !== null)
    throw invalid({ field: 'password', message: 'is required, or a code' });
  await requirePassword(context, request, userId, { currentPassword: password ?? '', field: 'password' });
}

/**
 * Removes a factor. @throws `not_found` if it was already removed, `conflict` if it is the last one and a factor is
 * required
 */
export async function removeFactor(
  { factors, config }: Context,
  trx: Trx,
  { id: userId }: UserRow,
  id: string,
): Promise<Change<undefined>> {
  const removed = await factors.remove(trx, userId, id);
  if (!removed) throw noSuch('factor');
  const { type, name, isLast } = removed;
  if (isLast && config.requireSecondFactor)
    throw conflict('A second factor is required here. Add another before you remove this one.');
  return {
    action: 'user.remove-factor',
    details: { type, name },
    notice: { kind: 'factor-removed', factor: type, factorName: name, isLast },
    result: undefined,
  };
}
