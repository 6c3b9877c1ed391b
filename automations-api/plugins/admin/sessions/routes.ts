/** The routes of signing in and out, and of where one is signed in. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { factorCode } from '../../../../shared/factors/schema.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { Done, success } from '../../../host/envelope.ts';
import { askerOf, type Context, deviceOf } from '../context/context.ts';
import { notFound, notSignedIn, sqlDate } from '../core/answers.ts';
import { code, email, name, newPassword, oldPassword } from '../core/schema.ts';
import { SessionAnswer, SessionsAnswer } from '../core/schemas.ts';
import { keyOfEmail } from '../core/text.ts';
import { endSession, endSessions } from '../people/end-sessions.ts';
import { listSessions, type SessionRow } from '../people/session-queries.ts';
import { findFirstVisitUrl, findVisit, visitFirst } from './first-visit.ts';
import { cookieToken, requireOwner, requireOwnPage, sessionOwner, signedIn } from './identify.ts';
import { showSession } from './show-session.ts';
import { requirePerson } from './sign-in.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { requirePasswords, waysToSignIn } from './ways.ts';

/** Enough for a list to read; users with more end all others. */
const shownAtMost = 100;

export const sessionRoutes = (context: Context): RestRoute[] => [
  showRoute(context),
  beginRoute(context),
  firstVisitRoute(context),
  endRoute(context),
  listRoute(context),
  endOneRoute(context),
  endOthersRoute(context),
];

const showRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/session',
    description:
      'The signed-in user, and the nonce for X-WP-Nonce. For pages of this service only. If nobody is signed in, ' +
      '`data.first_visit` says whether there is no account yet, `data.first_visit_url` where to create the first one if that is in ' +
      'the dashboard, and `data.sign_in` how people sign in.',
    answer: SessionAnswer,
    async callback(request) {
      const token = cookieToken(context, request);
      const owner = token === undefined ? undefined : await context.sessions.find(token);
      if (token === undefined || !owner) {
        const first_visit = (await findVisit(context)) !== undefined;
        const first_visit_url = first_visit ? await findFirstVisitUrl(context) : undefined;
        throw notSignedIn({ first_visit, first_visit_url, sign_in: waysToSignIn(context) });
      }
      return showSession(context, token);
    },
  });

const beginRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/session',
    inDemo: true,
    description:
      'Signs in; the session is in a cookie that scripts cannot read. WordPress users use their password there. ' +
      'With a second factor, the right password without `code` is answered 401 `second_factor_required`, with the ' +
      'available `methods` in `data`.',
    args: Type.Object({ email, password: oldPassword, code: Type.Optional(factorCode()) }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      const attempt = await context.tries.spendOnEmail(request.address, keyOfEmail(request.params.email));
      const { code, ...given } = request.params;
      const person = await requirePerson(context, given, askerOf(request));
      // From here on only tries at codes count.
      attempt.refund();
      return showSession(context, await signInByCode(context, person, deviceOf(context, request), code));
    },
  });

const firstVisitRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/first-visit',
    description: 'Creates the first account, with the code in the log, and signs in. Later it answers 409.',
    args: Type.Object({ email, name, password: newPassword, code }),
    answer: SessionAnswer,
    async callback(request) {
      requireOwnPage(context, request);
      requirePasswords(context);
      const { address, params } = request;
      return showSession(
        context,
        await visitFirst(context, params, address, askerOf(request), deviceOf(context, request)),
      );
    },
  });

const endRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/session',
    inDemo: true,
    description: 'Signs out, of both applications if they share the account.',
    permission: sessionOwner(context),
    answer: Done,
    async callback(request) {
      const owner = await requireOwner(context, request);
      await endSession(context, owner, owner.sessionId);
      context.sessions.forget();
      return { ...success({}), headers: { 'Set-Cookie': context.cookie.ended } };
    },
  });

const toSession = (
  { id, created_at: created, last_used_at: used, user_agent, address }: SessionRow,
  current: number,
) => ({
  ID: id,
  current: id === current,
  created_at: sqlDate(created),
  last_used_at: sqlDate(used),
  user_agent,
  address,
});

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/sessions',
    description: `Where one is signed in, the session used last first; at most ${shownAtMost}.`,
    permission: signedIn,
    answer: SessionsAnswer,
    async callback(request) {
      const { id, sessionId } = await requireOwner(context, request);
      const sessions = await listSessions(context.db, id, new Date(), shownAtMost);
      // Everyone who tries a demo has the same account, and must not see where the others are.
      const shown = context.config.demo ? sessions.filter((session) => session.id === sessionId) : sessions;
      return success({ sessions: shown.map((session) => toSession(session, sessionId)) });
    },
  });

const endOneRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/session/{session_id}',
    description: 'Ends one of your sessions within a second.',
    permission: signedIn,
    answer: Done,
    async callback(request) {
      const owner = await requireOwner(context, request);
      const wasThere = await endSession(context, owner, request.path.session_id);
      if (!wasThere) throw notFound('session');
      context.sessions.forget();
      return success({});
    },
  });

const endOthersRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/sessions',
    description: 'Ends all your other sessions; the one that sends the request stays.',
    permission: signedIn,
    answer: Done,
    async callback(request) {
      const owner = await requireOwner(context, request);
      await inTransaction(context.db, (trx) => endSessions(trx, context.links, owner, owner));
      context.sessions.forget();
      return success({});
    },
  });
