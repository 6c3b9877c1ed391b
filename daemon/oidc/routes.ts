/**
 * Routes for signing in to the dashboard through an OpenID Connect provider: the redirect to the provider, and the
 * return.
 */
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { proveProvider } from '../accounts/prove.ts';
import { beginSession } from '../accounts/sign-in.ts';
import { type Context, deviceOf, queueClientOf } from '../api/context.ts';
import type { DescribedRoute } from '../api/endpoint.ts';
import { signInPage } from '../api/sign-in-page.ts';
import { readClaims } from './claims.ts';
import { beginDescription, endDescription } from './descriptions.ts';
import { findAccount } from './find-account.ts';
import { openOidcSignIn } from './sign-in.ts';

/** Returns the routes, or none if no provider is set up. */
export function oidcRoutes(context: Context): DescribedRoute[] {
  const { config } = context;
  if (config.oidc.issuer === '') return [];
  const home = new URL(dashboardUrl(config.baseUrl)).pathname;
  const signIn = openOidcSignIn({
    oidc: config.oidc,
    redirectUri: `${config.baseUrl}${endDescription.path}`,
    home,
    cookieName: 'waypost-oidc',
    codes: ['inviteToken', 'inviteCode'],
  });

  async function end(request: HttpRequest): Promise<HttpAnswer> {
    await context.tries.spendOnAddress(context.addressOf(request));
    const { claims, codes, redirect } = await signIn.end(request, new URLSearchParams(request.query));
    const client = queueClientOf(context, request);
    const user = await findAccount(context, readClaims(claims, config.oidc), codes, {
      from: client.from,
      now: new Date(),
    });
    context.access.forget([{ userId: user.id }]);
    context.announceChanges();
    const device = deviceOf(context, request);
    const { token } = await beginSession(context, user, client, { device, now: new Date(), prove: proveProvider });
    return redirect([context.cookie.hold(token)]);
  }

  const begin = ({ query }: HttpRequest) => signIn.begin(new URLSearchParams(query));
  return [signInPage(context, home, beginDescription, begin), signInPage(context, home, endDescription, end)];
}
