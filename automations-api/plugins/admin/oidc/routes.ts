/** Signing in at a provider of OpenID Connect: a browser goes there and comes back, and has the session of this application. */
import Type from 'typebox';
import type { HttpAnswer } from '../../../../shared/http/answer.ts';
import { contactsRoleIn, readPerson } from '../../../../shared/oidc/claims.ts';
import { openOidcSignIn } from '../../../../shared/oidc/sign-in.ts';
import { renderLikeWordPress, toApiError } from '../../../host/core/errors.ts';
import { type AskedRoute, type RestAnswer, type RestRoute, route } from '../../../host/core/route.ts';
import { noteAct } from '../context/audit.ts';
import { type Context, deviceOf } from '../context/context.ts';
import { forbidden } from '../core/answers.ts';
import { asSent } from '../core/as-sent.ts';
import { beginSession, proveProvider } from '../sessions/sign-in.ts';
import { findAccount } from './find-account.ts';

const byProvider = { type: 'system', id: 0, name: '' };

/** Statuses of what the provider's part of it refuses with. */
const statuses: Record<string, number> = { unauthorized: 401, forbidden: 403 };

const text = (description: string) => Type.Optional(Type.String({ maxLength: 8_192, description }));

/** None where no provider is set up. */
export function oidcRoutes(context: Context): RestRoute[] {
  const { config, log, tries } = context;
  const { oidc, siteUrl } = config;
  if (oidc.issuer === '') return [];
  const signIn = openOidcSignIn({
    oidc,
    redirectUri: `${siteUrl}/wp-json/waypost-admin/v1/oidc/callback`,
    home: `${new URL(siteUrl).pathname.replace(/\/$/, '')}/wp-admin`,
    cookieName: 'waypost-admin-oidc',
    codes: ['code'],
  });

  async function end(request: AskedRoute, query: URLSearchParams): Promise<HttpAnswer> {
    const { claims, wish, lead } = await signIn.end(request, query);
    const person = { ...readPerson(claims, oidc.issuer), role: contactsRoleIn(claims, oidc) };
    const { account, acts } = await findAccount(context, person, wish.code, new Date());
    context.sessions.forget();
    for (const { act, subject, data } of acts) await noteAct(context, byProvider, act, subject, data);
    if (!account) throw forbidden('You have no role here. Ask an administrator to invite you.');
    const { id, linksUserId } = account;
    const who = { id, enter: async () => id, ...(linksUserId === undefined ? {} : { linksUserId }) };
    const token = await beginSession(context, who, deviceOf(context, request), proveProvider);
    return lead(context.cookie.hold(token));
  }

  /** Answers with a page what goes wrong. */
  async function show(request: AskedRoute, work: (query: URLSearchParams) => Promise<HttpAnswer>): Promise<RestAnswer> {
    try {
      await tries.spendOnAddress(request.address);
      return asSent(await work(textsOf(request.query)));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'internal_server_error') throw error;
      if (error.cause) log.warn({ err: error.cause, requestId: request.id }, 'a sign-in at the provider failed');
      return asSent(signIn.failed(statuses[error.code] ?? renderLikeWordPress(error).status, error));
    }
  }

  return [
    route({
      methods: ['GET'],
      path: '/oidc',
      description: 'Redirects a browser to the OpenID Connect provider to sign in.',
      args: Type.Object({
        to: text('The screen to open afterwards.'),
        code: text('The code in the log, while there is no account yet.'),
      }),
      produces: ['text/html'],
      callback: (request) => show(request, signIn.begin),
    }),
    route({
      methods: ['GET'],
      path: '/oidc/callback',
      description: 'The provider redirects here; only the browser that started the sign-in is accepted.',
      args: Type.Object({
        code: text("The provider's code, exchanged for the claims."),
        state: text('The state that the sign-in started with.'),
        iss: text("The provider's issuer, if it sends one."),
        error: text("The provider's error."),
      }),
      produces: ['text/html'],
      callback: (request) => show(request, (query) => end(request, query)),
    }),
  ];
}

/** The texts of a query, without the host's own names. */
const textsOf = (query: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'rest_route' ? [[name, value] as [string, string]] : [],
    ),
  );
