/** Sign-in of WordPress users with their WordPress password. */
import { networkOf } from '../../../../shared/net/address.ts';
import { accountPasswords } from '../../../../shared/secrets/passwords.ts';
import type { RequestHead } from '../../../host/core/route.ts';
import { type Context, queueKeyOf } from '../context/context.ts';
import { factorNeeded, passwordsOff } from '../core/errors.ts';
import { keyOfEmail } from '../core/text.ts';
import { verifyWordPressHash } from '../wordpress/hashes.ts';
import { insertSession } from '../wordpress/session-queries.ts';

type SignInRequest = Pick<RequestHead, 'address' | 'signal'> & { params: { email: string; password: string } };

const dayMs = 86_400_000;
/**
 * A hash that matches no password. It is checked for unknown email addresses, so that the answer takes just as long.
 */
const unusedHash = `$P$B${'.'.repeat(30)}`;

/**
 * Signs a WordPress user in. Returns the token of the new session; undefined for an unknown email address or a wrong
 * password.
 * @throws rest_forbidden if passwords are turned off or a second factor is required; `rate_limited`
 */
export async function signInByWordPress(context: Context, request: SignInRequest): Promise<string | undefined> {
  const { config, db, tries, wordPress, keyedHash } = context;
  const { email, password } = request.params;
  if (!config.passwordSignIn) throw passwordsOff(config.oidc.name);
  const attempt = await tries.spendOnEmail(request.address, keyOfEmail(email));
  const user = await wordPress.findByEmail(email);
  const { from, signal } = queueKeyOf(request);
  const isCorrect = await accountPasswords.run(from, () => verifyWordPressHash(user?.hash ?? unusedHash, password), {
    signal,
  });
  if (!user || !isCorrect) return undefined;
  attempt.refund();
  if (config.requireSecondFactor) throw factorNeeded();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + config.sessionDays * dayMs);
  return insertSession(db, user, keyedHash(networkOf(request.address)), { now, expiresAt });
}
