/** Signs in one of WordPress's people, with their password there. */
import { networkOf } from '../../../../shared/net/address.ts';
import { accountPasswords } from '../../../../shared/secrets/passwords.ts';
import type { AskedRoute } from '../../../host/core/route.ts';
import { askerOf, type Context } from '../context/context.ts';
import { factorNeeded, passwordsOff } from '../core/errors.ts';
import { keyOfEmail } from '../core/text.ts';
import { verifyWordPressHash } from '../wordpress/hashes.ts';
import { insertSession } from '../wordpress/session-queries.ts';

type Asked = Pick<AskedRoute, 'address' | 'signal'> & { params: { email: string; password: string } };

const dayMs = 86_400_000;
/** No password has it; it is checked for unknown addresses, so that the answer takes as long. */
const nobodysHash = `$P$B${'.'.repeat(30)}`;

/**
 * Returns the token of a new session; undefined for an unknown email and a wrong password alike.
 * @throws rest_forbidden if passwords are turned off or a second factor is required; `rate_limited`
 */
export async function signInByWordPress(context: Context, request: Asked): Promise<string | undefined> {
  const { config, db, tries, wordPress, keyedHash } = context;
  const { email, password } = request.params;
  if (!config.passwordSignIn) throw passwordsOff(config.oidc.name);
  const attempt = await tries.spendOnEmail(request.address, keyOfEmail(email));
  const user = await wordPress.findByEmail(email);
  const { from, signal } = askerOf(request);
  const holds = await accountPasswords.run(from, () => verifyWordPressHash(user?.hash ?? nobodysHash, password), {
    signal,
  });
  if (!user || !holds) return undefined;
  attempt.refund();
  if (config.requireSecondFactor) throw factorNeeded();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + config.sessionDays * dayMs);
  return insertSession(db, user, keyedHash(networkOf(request.address)), { now, expiresAt });
}
