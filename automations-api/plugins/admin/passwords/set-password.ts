/** Sets a password for the reader of an email: a new one for a forgotten one, the first one for an invitation. */

import { inTransaction } from '../../../../shared/db/db.ts';
import { refuseCommon } from '../../../../shared/secrets/common-passwords.ts';
import { type Asker, hashPassword } from '../../../../shared/secrets/passwords.ts';
import type { Context } from '../context/context.ts';
import { invalid, refusePassword } from '../core/answers.ts';
import type { TokenPurpose } from '../core/tables.ts';
import { tellOfPassword } from '../mail/mail-texts.ts';
import { findAdmin, updateAdmin } from '../people/admin-queries.ts';
import { endAccess, endSignIns } from '../people/end-access.ts';
import type { SignInDevice } from '../people/session-queries.ts';
import { findTokenOwner } from '../people/token-queries.ts';
import { beginSession, proveCode } from '../sessions/sign-in.ts';

export const unusable = () => invalid('token', 'is invalid, used or expired');

type Wish = { purpose: TokenPurpose; token: string; password: string; name?: string | undefined };

/**
 * Sets the password, ends all sessions and other tokens, and begins a session. Resolves to its token.
 * @throws rest_invalid_param when the mailed token does not hold, or the password is too common; `second_factor_required` once the
 * password is set, where a sign-in needs one.
 */
export async function setPassword(tools: Context, wish: Wish, asker: Asker, device: SignInDevice): Promise<string> {
  const { purpose, token, password, name } = wish;
  const { db } = tools;
  if ((await findTokenOwner(db, purpose, token, new Date())) === undefined) throw unusable();
  await refuseCommon(password, refusePassword);
  const passwordHash = await hashPassword(password, asker);
  const id = await inTransaction(db, async (trx) => {
    const owner = await findTokenOwner(trx, purpose, token, new Date());
    if (owner === undefined) throw unusable();
    await updateAdmin(trx, owner, { passwordHash, name: name?.trim() });
    // An invitation is the first proof that the email is the user's: it is only in the email.
    await (purpose === 'invite' ? endAccess(trx, owner) : endSignIns(trx, owner));
    return owner;
  });
  tools.sessions.forget();
  const admin = purpose === 'password' ? await findAdmin(db, id) : undefined;
  if (admin) await tellOfPassword(tools, admin);
  return beginSession(tools, { enter: async () => id }, device, proveCode(tools));
}
