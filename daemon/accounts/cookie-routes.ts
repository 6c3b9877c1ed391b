/**
 * Routes for signing in to and out of the dashboard. They work like the public routes, but the session's token is in
 * a cookie and never in the answer.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { listContactsRoles } from '../../shared/people/contact-role-queries.ts';
import { contactsEnterUrl } from '../../shared/people/enter.ts';
import { canAddFactor, needsFactor } from '../../shared/people/factors/factors.ts';
import { isOperator } from '../../shared/people/operator-queries.ts';
import { deleteSession } from '../../shared/people/session-queries.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import { cookieOf } from '../../shared/site/page-cookie.ts';
import { type Context, deviceOf, queueClientOf } from '../api/context.ts';
import { type DescribedRoute, endpoint, openEndpoint, permits } from '../api/endpoint.ts';
import { forbidden } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import type { Db } from '../core/tables.ts';
import { bearerToken } from '../identity/access.ts';
import { countOpenReviews } from '../safety/core/review-queries.ts';
import { showMembership } from '../workspaces/plans.ts';
import { listWorkspaces } from '../workspaces/queries.ts';
import { showWorkspace } from '../workspaces/show.ts';
import { resetOnce, signInByPasskey, signInOnce, signUpOnce } from './begin-session.ts';
import { createFirstAccount } from './first-account.ts';
import { provePassword } from './prove.ts';
import * as schema from './schema.ts';
import { beginSession, type SignedIn } from './sign-in.ts';
import { toUser } from './signed-in.ts';

const group = 'Dashboard';

export const cookieRoutes = (context: Context): DescribedRoute[] => [
  signIn(context),
  signInWithPasskey(context),
  show(context),
  signOut(context),
  signUp(context),
  createFirst(context),
  setPassword(context),
];

const answers = {
  200: {
    description:
      "The session is in the cookie. `workspaces` are the user's, in the order they joined. `workspace` is one of them.",
    schema: schema.DashboardSession,
  },
};
const errors = ['unauthorized', 'second_factor_required', 'forbidden'] as const;

type Begun = { userId: number; needsFactor: boolean; token: string; cookies?: readonly string[] };

/** Maximum number of open reviews that the session counts. */
const reviewsCounted = 100;

/** Describes the caller's session and renews its cookie, so that cookie and session expire together. */
async function answerSession(
  context: Context,
  request: HttpRequest,
  { userId, needsFactor, token, cookies = [] }: Begun,
): Promise<HttpAnswer> {
  const { config, db } = context;
  const user = await getUser(db, userId);
  const workspaces = await listWorkspaces(db, userId);
  const operator = await isOperator(db, userId);
  const contacts = await findContacts(db, userId);
  const answer = json(
    200,
    {
      user: {
        ...toUser(user),
        language: user.language,
        emailVerified: user.emailVerifiedAt !== null,
        canAddFactor: canAddFactor(config, user),
      },
      workspaces: workspaces.map(showMembership),
      ...(operator ? { operator, openReviews: await countOpenReviews(db, reviewsCounted) } : {}),
      ...(needsFactor ? { needsSecondFactor: true } : {}),
      contacts,
      workspace: await findWorkspace(context, request, token, workspaces),
      demo: config.demo,
    },
    { 'Cache-Control': 'no-store' },
  );
  return { ...answer, cookies };
}

/** Returns the URL that opens contacts, and the user's role in contacts. Returns null for users without access. */
async function findContacts(db: Db, userId: number) {
  const [first] = await listContactsRoles(db, userId);
  return first ? { enterUrl: `${contactsEnterUrl(first.url)}?by=dashboard`, role: first.role } : null;
}

/** The cookie with the workspace that this browser opened last in the dashboard. */
const lastWorkspace = 'waypost-workspace';

/**
 * Returns the workspace that the dashboard opens: the requested one, the last one, or the first. Returns null if the
 * user has none, or cannot use it now.
 */
async function findWorkspace(
  context: Context,
  { headers }: HttpRequest,
  token: string,
  workspaces: { publicId: string }[],
) {
  const find = (id: string | undefined) => workspaces.find(({ publicId }) => publicId === id);
  const opened = find(headers['x-workspace-id']) ?? find(cookieOf(headers, lastWorkspace)) ?? workspaces[0];
  if (!opened) return null;
  const requestHeaders = { authorization: `Bearer ${token}`, 'x-workspace-id': opened.publicId };
  const auth = await context.access.authenticate({ headers: requestHeaders });
  if (typeof auth === 'string' || !(await permits(context, { role: 'viewer' }, auth))) return null;
  return showWorkspace(context, context.db, auth.workspaceId);
}

const answerSignedIn = (context: Context, { request }: { request: HttpRequest }, session: SignedIn) => {
  const { user, token, needsFactor } = session;
  return answerSession(context, request, {
    userId: user.id,
    needsFactor,
    token,
    cookies: [context.cookie.hold(token)],
  });
};

/**
 * Requires a request from the dashboard's own page, so that other sites cannot sign their visitors in as someone
 * else. @throws `forbidden`
 */
function requireOwnPage({ cookie }: Context, request: HttpRequest): void {
  if (cookie.isForeign(request)) throw forbidden('Only pages of this service can call this.');
}

const signIn = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/session',
    id: 'beginDashboardSession',
    inDemo: true,
    summary: 'Sign in to the dashboard',
    description:
      'Like signing in, with `code` if there is a second factor, but the session is in a cookie that scripts cannot read.',
    group,
    body: schema.LoginInput,
    answers,
    errors: [...errors],
    async handle(call) {
      requireOwnPage(context, call.request);
      return answerSignedIn(context, call, await signInOnce(context, call));
    },
  });

const signInWithPasskey = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/session/passkey',
    id: 'beginDashboardSessionByPasskey',
    summary: 'Sign in to the dashboard with a passkey',
    description: 'Like signing in with a passkey, but the session is in a cookie that scripts cannot read.',
    group,
    body: schema.PasskeyLoginInput,
    answers,
    errors: ['unauthorized', 'forbidden'],
    async handle(call) {
      requireOwnPage(context, call.request);
      return answerSignedIn(context, call, await signInByPasskey(context, call));
    },
  });

const show = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/dashboard/session',
    id: 'getDashboardSession',
    summary: 'Get the signed-in user of the dashboard',
    group,
    role: 'viewer',
    caller: 'newcomer',
    answers,
    handle: ({ auth, request, byCookie }) =>
      answerSession(context, request, {
        userId: auth.userId,
        needsFactor: needsFactor(context.config, auth.begunBy),
        token: bearerToken(request),
        ...(byCookie ? { cookies: [context.cookie.hold(bearerToken(request))] } : {}),
      }),
  });

const signOut = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/dashboard/session',
    id: 'endDashboardSession',
    inDemo: true,
    summary: 'Sign out of the dashboard',
    group,
    role: 'viewer',
    caller: 'newcomer',
    answers: { 200: { description: 'The session has ended.', schema: Done } },
    async handle({ auth: { userId }, request }) {
      await inTransaction(context.db, (trx) => deleteSession(trx, userId, bearerToken(request)));
      context.access.forget([{ userId }]);
      context.announceChanges();
      return { ...json(200, { ok: true }), cookies: [context.cookie.ended] };
    },
  });

const signUp = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/signup',
    id: 'signUpToDashboard',
    summary: 'Create an account and sign in to the dashboard',
    description: 'With `inviteToken`, accepts an invitation for an email address without an account.',
    group,
    body: schema.SignupInput,
    answers,
    errors: ['forbidden', 'conflict', 'plan_limit_reached'],
    async handle(call) {
      requireOwnPage(context, call.request);
      return answerSignedIn(context, call, await signUpOnce(context, call));
    },
  });

const createFirst = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/first-visit',
    id: 'makeFirstAccount',
    summary: 'Create the first account and sign in to the dashboard',
    description:
      "Works while there is no account yet, with the code in the service's log. The user becomes an operator, with a workspace " +
      'without limits. Later the answer is a `conflict`.',
    group,
    body: schema.FirstVisitInput,
    answers,
    errors: ['forbidden', 'conflict'],
    async handle(call) {
      requireOwnPage(context, call.request);
      return answerSignedIn(context, call, await createFirstAccount(context, call));
    },
  });

const setPassword = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/dashboard/password',
    id: 'resetDashboardPassword',
    summary: 'Set a new password with an emailed token and sign in to the dashboard',
    description:
      'All sessions end. With a second factor the password is set without signing in: the answer is 401 ' +
      '`second_factor_required`, and `POST /dashboard/session` takes the password with a code.',
    group,
    body: schema.ResetInput,
    answers,
    errors: [...errors],
    async handle(call) {
      const { request } = call;
      requireOwnPage(context, request);
      const user = await getUser(context.db, await resetOnce(context, call));
      const device = deviceOf(context, request);
      const prove = provePassword(context);
      return answerSignedIn(
        context,
        call,
        await beginSession(context, user, queueClientOf(context, request), { device, now: new Date(), prove }),
      );
    },
  });
