/** How people sign in here: with a password, a passkey, at the provider. */
import type { Context } from '../context/context.ts';
import { passwordsOff } from '../core/answers.ts';

/** As the page that signs people in is told. */
export const waysToSignIn = ({ config: { passwordSignIn, oidc }, factors }: Pick<Context, 'config' | 'factors'>) => ({
  password: passwordSignIn,
  passkeys: passwordSignIn && factors.hasPasskeys,
  provider: oidc.issuer === '' ? null : oidc.name,
});

/** @throws rest_forbidden where people sign in at the provider alone */
export function requirePasswords({ config: { passwordSignIn, oidc } }: Pick<Context, 'config'>): void {
  if (!passwordSignIn) throw passwordsOff(oidc.name);
}
