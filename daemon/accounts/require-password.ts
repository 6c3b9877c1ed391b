/** Asking a signed-in user for their password once more, before what must not be done by who only found the session. */
import type { HttpRequest } from '../../shared/http/route.ts';
import { askerOf, type Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import { verifyPassword } from '../identity/passwords.ts';
import { getUser, type UserRow } from '../identity/queries.ts';

type Tools = Pick<Context, 'db' | 'tries' | 'addressOf'>;

/** The user whose password `currentPassword` is. @throws `validation_failed`, and `rate_limited` after too many tries. */
export async function requirePassword(
  context: Tools,
  request: HttpRequest,
  userId: number,
  currentPassword: string,
): Promise<UserRow> {
  const user = await getUser(context.db, userId);
  const attempt = await context.tries.spendOnOwner(userId);
  const { passwordHash } = user;
  const holds =
    passwordHash !== null && (await verifyPassword(passwordHash, currentPassword, askerOf(context, request)));
  if (!holds) throw invalid({ field: 'currentPassword', message: 'is not your password' });
  attempt.refund();
  return user;
}
