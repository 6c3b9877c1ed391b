/**
 * The check of a signed-in user's password before a sensitive change, because a session alone is not enough. A user
 * without a password must have signed in recently.
 */
import type { HttpRequest } from '../../shared/http/route.ts';
import { findSession } from '../../shared/people/session-queries.ts';
import { getUser, getUserForUpdate, type UserRow } from '../../shared/people/user-queries.ts';
import { verifyPassword } from '../../shared/secrets/passwords.ts';
import { type Context, queueClientOf } from '../api/context.ts';
import { invalid, unauthorized } from '../api/errors.ts';
import type { Trx } from '../core/tables.ts';
import { bearerToken } from '../identity/access.ts';

type Tools = Pick<Context, 'db' | 'tries' | 'addressOf' | 'config'>;

const justNowMs = 600_000;

/**
 * Checks the user's current password and returns the user. `field` is the password's name in the body. @throws
 * `validation_failed`, and `rate_limited` after too many attempts
 */
export async function requirePassword(
  context: Tools,
  request: HttpRequest,
  userId: number,
  { currentPassword, field = 'currentPassword' }: { currentPassword: string; field?: string },
): Promise<UserRow> {
  const user = await getUser(context.db, userId);
  const { passwordHash } = user;
  if (passwordHash === null || !context.config.passwordSignIn) {
    await requireFreshSession(context, request, userId, field);
    return user;
  }
  const attempt = await context.tries.spendOnOwner(userId);
  const matches = await verifyPassword(passwordHash, currentPassword, queueClientOf(context, request));
  if (!matches) throw invalid({ field, message: 'is not your password' });
  attempt.refund();
  return user;
}

async function requireFreshSession(tools: Tools, request: HttpRequest, userId: number, field: string): Promise<void> {
  if (await isFreshSession(tools, request, userId)) return;
  const message = 'is not how you sign in: sign out, sign in again, and do this within ten minutes';
  throw invalid({ field, message });
}

/** Returns whether the request's session started within the last ten minutes. */
export async function isFreshSession(
  { db }: Pick<Tools, 'db'>,
  request: HttpRequest,
  userId: number,
): Promise<boolean> {
  const session = await findSession(db, userId, bearerToken(request));
  return session !== undefined && Date.now() - session.createdAt.getTime() < justNowMs;
}

/**
 * Locks a user whose password was checked. @throws `unauthorized` if the password has changed since, perhaps to lock
 * out an intruder
 */
export async function requireUnchangedPassword(trx: Trx, checked: Pick<UserRow, 'id' | 'passwordHash'>): Promise<void> {
  const { passwordHash } = await getUserForUpdate(trx, checked.id);
  if (passwordHash !== checked.passwordHash) throw unauthorized('The password has just changed. Sign in again.');
}
