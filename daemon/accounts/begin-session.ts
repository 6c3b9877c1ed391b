/**
 * Sign-in, sign-up and password reset, with their rate limits. Public routes answer with a token, dashboard routes
 * with a cookie. All are refused if passwords are turned off.
 */
import type { Static } from 'typebox';
import type { HttpRequest } from '../../shared/http/route.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import { type Context, deviceOf, queueClientOf } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import { normalizeEmail } from '../api/schemas.ts';
import { resetPassword } from './password-reset.ts';
import { provePasskey, provePassword, wrongPasskey } from './prove.ts';
import type { LoginInput, PasskeyLoginInput, ResetInput, SignupInput } from './schema.ts';
import { beginSession, findUserByPassword, type SignedIn, signUp } from './sign-in.ts';

/** Requires that passwords are turned on. @throws `forbidden` if users sign in only through a provider */
export function requirePasswords({ passwordSignIn, oidc }: Context['config']): void {
  if (!passwordSignIn) throw forbidden(`Passwords are turned off here. Sign in with ${oidc.name} in the dashboard.`);
}

type Call<Body> = { request: HttpRequest; body: Body };

/**
 * Signs in with a password, and with a code if a second factor is set. After a correct password only the code
 * attempts are limited. @throws `forbidden`, `unauthorized`, `second_factor_required`, `rate_limited`
 */
export async function signInOnce(
  context: Context,
  { request, body: { code, ...credentials } }: Call<Static<typeof LoginInput>>,
): Promise<SignedIn> {
  requirePasswords(context.config);
  const attempt = await context.tries.spendOnEmail(context.addressOf(request), normalizeEmail(credentials.email));
  const client = queueClientOf(context, request);
  const user = await findUserByPassword(context.db, credentials, client);
  attempt.refund();
  const codeAttempt = code === undefined ? undefined : await context.tries.spendOnCode(user.id);
  const prove = provePassword(context, code);
  const signedIn = await beginSession(context, user, client, {
    device: deviceOf(context, request),
    now: new Date(),
    prove,
  });
  codeAttempt?.refund();
  return signedIn;
}

/** Signs in with a passkey alone. @throws `forbidden`, `unauthorized`, `rate_limited` */
export async function signInByPasskey(
  context: Context,
  { request, body: { response } }: Call<Static<typeof PasskeyLoginInput>>,
): Promise<SignedIn> {
  requirePasskeys(context);
  const { db, factors } = context;
  const attempt = await context.tries.spendOnPasskey(context.addressOf(request));
  const now = new Date();
  const signed = await factors.readSignature(db, response, now);
  if (!signed) throw wrongPasskey();
  const user = await getUser(db, signed.ownerId);
  const prove = provePasskey(context, signed);
  const device = deviceOf(context, request);
  const signedIn = await beginSession(context, user, queueClientOf(context, request), { device, now, prove });
  attempt.refund();
  return signedIn;
}

/**
 * Requires that passkeys can be used. @throws `forbidden` if users sign in only through a provider, or if browsers do
 * not support passkeys at this installation's URL
 */
export function requirePasskeys({ config, factors }: Pick<Context, 'config' | 'factors'>): void {
  requirePasswords(config);
  if (!factors.hasPasskeys) throw forbidden('Passkeys require https and a host name: set BASE_URL accordingly.');
}

/** Signs up. @throws the errors of `signUp`, and `rate_limited` */
export async function signUpOnce(
  context: Context,
  { request, body }: Call<Static<typeof SignupInput>>,
): Promise<SignedIn> {
  requirePasswords(context.config);
  await context.tries.spendOnAddress(context.addressOf(request));
  return signUp(context, body, queueClientOf(context, request), {
    device: deviceOf(context, request),
    now: new Date(),
  });
}

/** Resets a password. Resolves to the user's id. @throws `validation_failed` for an invalid token, `rate_limited` */
export async function resetOnce(context: Context, { request, body }: Call<Static<typeof ResetInput>>): Promise<number> {
  requirePasswords(context.config);
  await context.tries.spendOnAddress(context.addressOf(request));
  const userId = await resetPassword(context, body, queueClientOf(context, request), new Date());
  context.access.forget([{ userId }]);
  context.announceChanges();
  return userId;
}
