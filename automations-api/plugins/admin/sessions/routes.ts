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
import { beginSession, proveCode, requirePerson } from './sign-in.ts';
import { requirePasswords, waysToSignIn } from './ways.ts';

/** For those who read a list; whoever has more ends all others. */
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
      'Who is signed in, and the nonce that goes into X-WP-Nonce. For pages of this service alone. Where it is nobody, ' +
      '`data.first_visit` says whether nobody has an account yet, `data.first_visit_url` where the first is made if that is in ' +
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
    description:
      'Signs in; the session is held by a cookie that scripts cannot read. WordPress users use their password there. ' +
      'Where a second factor is set, a right password without `code` is answered 401 `second_factor_required`, with the ' +
      '`methods` there are in `data`.',
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
      const { id } = person;
      const codeAttempt = code === undefined || id === undefined ? undefined : await context.tries.spendOnCode(id);
      const token = await beginSession(context, person, deviceOf(context, request), proveCode(context, code));
      codeAttempt?.refund();
      return showSession(context, token);
    },
  });

const firstVisitRoute = (context: Context) =>
  route({
    methods: ['POST'],
    path: '/first-visit',
    description: 'Makes the first account, with the code that is in the log, and signs in. Later it is a 409.',
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
    description: 'Signs out, of both applications where one account holds for both.',
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
      return success({ sessions: sessions.map((session) => toSession(session, sessionId)) });
    },
  });

const endOneRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    path: '/session/{session_id}',
    description: 'Ends one of your sessions; every process refuses it within a second.',
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
    description: 'Ends all your other sessions; the one that asks goes on.',
    permission: signedIn,
    answer: Done,
    async callback(request) {
      const owner = await requireOwner(context, request);
      await inTransaction(context.db, (trx) => endSessions(trx, context.links, owner, owner));
      context.sessions.forget();
      return success({});
    },
  });
