/** How people sign in here: with a password, a passkey, at the provider. */
import { demoAccount } from '../../../../shared/demo/read-only.ts';
import type { Context } from '../context/context.ts';
import { passwordsOff } from '../core/answers.ts';
import type { SignInWays } from '../core/schemas.ts';

/** Tells the page that signs people in. */
export function waysToSignIn({ config, factors }: Pick<Context, 'config' | 'factors'>): SignInWays {
  const { passwordSignIn: password, oidc, demo } = config;
  return {
    password,
    passkeys: password && factors.hasPasskeys && !demo,
    provider: oidc.issuer === '' ? null : oidc.name,
    demo: demo ? demoAccount : null,
  };
}

/** @throws rest_forbidden where people sign in at the provider alone */
export function requirePasswords({ config: { passwordSignIn, oidc } }: Pick<Context, 'config'>): void {
  if (!passwordSignIn) throw passwordsOff(oidc.name);
}
