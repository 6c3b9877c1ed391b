/**
 * Signing in at a provider of OpenID Connect: a browser goes there and comes back, and has the dashboard's session. What goes
 * wrong is told on a page of its own, from which one begins again.
 */
import { dashboardUrl } from '../../shared/config/dashboard-url.ts';
import type { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../../shared/pages/html.ts';
import { createFlowCookie } from '../../shared/site/flow-cookie.ts';
import { ownScreen } from '../../shared/site/own-screen.ts';
import { proveProvider } from '../accounts/prove.ts';
import { beginSession } from '../accounts/sign-in.ts';
import { askerOf, type Context, deviceOf } from '../api/context.ts';
import type { DescribedRoute, Description } from '../api/endpoint.ts';
import { statusOf, toApiError, unauthorized } from '../api/errors.ts';
import { readClaims } from './claims.ts';
import { begins, ends } from './descriptions.ts';
import { findAccount } from './find-account.ts';
import { createProvider, type Secrets } from './provider.ts';

/** What a browser keeps until it comes back; `to` is the screen that was asked for, a path of the dashboard. */
type Flow = Secrets & { to: string; inviteToken?: string; inviteCode?: string };

/** None where no provider is set up. */
export function oidcRoutes(context: Context): DescribedRoute[] {
  const { config } = context;
  if (config.oidc.issuer === '') return [];
  const redirectUri = `${config.baseUrl}${ends.path}`;
  const { pathname: dashboard } = new URL(dashboardUrl(config.baseUrl));
  const provider = createProvider({ oidc: config.oidc, redirectUri });
  const cookie = createFlowCookie<Flow>({
    url: config.baseUrl,
    name: 'waypost-oidc',
    path: new URL(redirectUri).pathname,
    needed: ['state', 'nonce', 'verifier', 'to'],
  });

  async function begin({ query }: HttpRequest): Promise<HttpAnswer> {
    const { url, secrets } = await provider.begin();
    return leadTo(url.href, [cookie.hold({ ...secrets, ...readWish(query, dashboard) })]);
  }

  async function end(request: HttpRequest): Promise<HttpAnswer> {
    await context.tries.spendOnAddress(context.addressOf(request));
    const flow = cookie.read(request);
    if (!flow) throw unauthorized('this sign-in is over, or was not begun in this browser; begin again');
    const claims = await provider.end(new URL(`?${request.query}`, redirectUri), flow);
    const asker = askerOf(context, request);
    const user = await findAccount(context, readClaims(claims, config.oidc), flow, asker.from, new Date());
    context.access.forget([{ userId: user.id }]);
    context.announceChanges();
    const device = deviceOf(context, request);
    const { token } = await beginSession(context, user, asker, device, new Date(), proveProvider);
    return leadTo(ownScreen(flow.to, dashboard), [context.cookie.hold(token), cookie.ended]);
  }

  const page = (description: Description, show: (request: HttpRequest) => Promise<HttpAnswer>): DescribedRoute => ({
    method: description.method,
    path: `/api${description.path}`,
    description,
    async handle(request) {
      try {
        await context.limits.spendAddress(request);
        return await show(request);
      } catch (thrown) {
        const error = toApiError(thrown, request.id);
        if (error.code === 'internal_error') throw error;
        if (error.cause)
          context.log.warn({ err: error.cause, requestId: request.id }, 'a sign-in at the provider failed');
        return failed(error, dashboard);
      }
    },
  });
  return [page(begins, begin), page(ends, end)];
}

/** What is asked for with a sign-in: the screen to come to, and what lets a new account in. */
function readWish(query: string, dashboard: string): Omit<Flow, 'state' | 'nonce' | 'verifier'> {
  const given = new URLSearchParams(query);
  const short = (name: string) => {
    const value = given.get(name);
    return value && value.length <= 128 ? { [name]: value } : {};
  };
  return { to: ownScreen(given.get('to') ?? undefined, dashboard), ...short('inviteToken'), ...short('inviteCode') };
}

const leadTo = (location: string, cookies: string[]): HttpAnswer => ({
  status: 302,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  cookies,
});

function failed(error: ApiError, dashboard: string): HttpAnswer {
  const again = `<p><a href="${escapeHtml(dashboard)}">Back to sign-in</a></p>`;
  const answer = htmlAnswer(
    statusOf(error),
    'You are not signed in',
    `${paragraph(`${error.message}.`, true)}${again}`,
  );
  return { ...answer, headers: { ...answer.headers, ...error.headers } };
}
