/** Signing in with a password that was right, and a code if one was sent. */
import type { Context } from '../context/context.ts';
import { tellOfRecoveryCode } from '../mail/mail-texts.ts';
import { findAdmin } from '../people/admin-queries.ts';
import type { SignInDevice } from '../people/session-queries.ts';
import { beginSession, type Person, proveCode } from './sign-in.ts';

/**
 * Begins a session. Wrong codes of an account of the link service count together with those tried there; the use of a
 * recovery code is emailed. Resolves to the session's token. @throws `second_factor_required`, `incorrect_code`, `rate_limited`
 */
export async function signInByCode(context: Context, person: Person, device: SignInDevice, code: string | undefined) {
  const attempt = code === undefined ? undefined : await spendOnCode(context, person);
  let codesLeft: number | undefined;
  const prove = proveCode(context, code, (left) => {
    codesLeft = left;
  });
  const token = await beginSession(context, person, device, prove);
  attempt?.refund();
  const admin = codesLeft === undefined || person.id === undefined ? undefined : await findAdmin(context.db, person.id);
  if (admin && codesLeft !== undefined) await tellOfRecoveryCode(context, admin, codesLeft);
  return token;
}

/** People of WordPress have no number and no factor before they first sign in. */
function spendOnCode({ tries }: Context, { id, linksUserId }: Person) {
  if (linksUserId !== undefined) return tries.spendOnCode(linksUserId, 'user');
  return id === undefined ? undefined : tries.spendOnCode(id);
}
