/**
 * Signing in, signing up and setting a forgotten password, as requests ask for it and as often as they may. The public routes
 * answer what comes of it with a token, those of the dashboard with a cookie. None of it is to be had where passwords are
 * switched off.
 */
import type { Static } from 'typebox';
import type { HttpRequest } from '../../shared/http/route.ts';
import { askerOf, type Context, deviceOf } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import { normalizeEmail } from '../api/schemas.ts';
import { resetPassword } from './password-reset.ts';
import type { LoginInput, ResetInput, SignupInput } from './schema.ts';
import { type SignedIn, signIn, signUp } from './sign-in.ts';

/** @throws `forbidden` where people sign in at a provider alone. */
export function requirePasswords({ passwordSignIn, oidc }: Context['config']): void {
  if (!passwordSignIn) throw forbidden(`passwords are switched off here: sign in with ${oidc.name} in the dashboard`);
}

type Asked<Body> = { request: HttpRequest; body: Body };

/** @throws `forbidden`, `unauthorized`, `rate_limited` */
export async function signInOnce(
  context: Context,
  { request, body }: Asked<Static<typeof LoginInput>>,
): Promise<SignedIn> {
  requirePasswords(context.config);
  const attempt = await context.tries.spendOnEmail(context.addressOf(request), normalizeEmail(body.email));
  const signedIn = await signIn(context, body, askerOf(context, request), deviceOf(context, request), new Date());
  attempt.refund();
  return signedIn;
}

/** @throws what `signUp` throws, and `rate_limited` */
export async function signUpOnce(
  context: Context,
  { request, body }: Asked<Static<typeof SignupInput>>,
): Promise<SignedIn> {
  requirePasswords(context.config);
  await context.tries.spendOnAddress(context.addressOf(request));
  return signUp(context, body, askerOf(context, request), deviceOf(context, request), new Date());
}

/** Resolves to whose password it is. @throws `validation_failed` when the token does not hold, `rate_limited` */
export async function resetOnce(
  context: Context,
  { request, body }: Asked<Static<typeof ResetInput>>,
): Promise<number> {
  requirePasswords(context.config);
  await context.tries.spendOnAddress(context.addressOf(request));
  const userId = await resetPassword(context, body, askerOf(context, request), new Date());
  context.access.forget([{ userId }]);
  context.announceChanges();
  return userId;
}
