/** The routes of one's own sessions: which there are, and their end. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { deleteSessionRow } from '../../shared/sign-in/sessions.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { bearerToken } from '../identity/access.ts';
import type { Auth } from '../identity/auth.ts';
import { getUser } from '../identity/queries.ts';
import { sessionIdOf } from '../identity/secrets.ts';
import { deleteOtherSessions, listSessions, type SessionRow } from '../identity/session-queries.ts';
import * as examples from './examples.ts';
import { SessionList } from './schema.ts';

const group = 'Auth';
/** For those who read a list; whoever has more ends all others. */
const shownAtMost = 100;
/** Far more than are begun by people; an id names one of these. */
const lookedThrough = 10_000;

export const sessionRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  endOne(context),
  endOthers(context),
];

/** What all of these need: a person signed in, whatever became of the workspace. */
const ofPerson = { group, role: 'viewer', ofUser: true, sessionOnly: true } as const;

const toSession = ({ hash, createdAt, lastUsedAt, userAgent, address }: SessionRow, current: Buffer) => ({
  id: sessionIdOf(hash),
  current: hash.equals(current),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  userAgent,
  address,
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/auth/sessions',
    id: 'listSessions',
    summary: 'List your sessions, the one used last first',
    description: `The address is that of the sign-in, cut to its network. At most ${shownAtMost} are shown.`,
    ...ofPerson,
    answers: { 200: { description: 'Where you are signed in.', schema: SessionList, example: examples.sessions } },
    async handle({ auth, request }) {
      const sessions = await listSessions(context.db, auth.userId, new Date(), shownAtMost);
      const current = hashSecret(bearerToken(request));
      return json(200, { sessions: sessions.map((session) => toSession(session, current)) });
    },
  });

const endOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    id: 'endSession',
    summary: 'End one of your sessions',
    description: 'Every process refuses it within a second. It may be the one that asks.',
    ...ofPerson,
    params: { id: "The session's id." },
    answers: { 200: { description: 'The session is over.', schema: Done, example: { ok: true } } },
    async find({ auth, request }) {
      const sessions = await listSessions(context.db, auth.userId, new Date(), lookedThrough);
      const session = sessions.find(({ hash }) => sessionIdOf(hash) === request.params.id);
      if (!session) throw notFound('session');
      return session.id;
    },
    handle: ({ auth, found }) =>
      end(context, auth, async (trx) => {
        if (!(await deleteSessionRow(trx, auth.userId, found))) throw notFound('session');
      }),
  });

const endOthers = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/sessions',
    id: 'endOtherSessions',
    summary: 'End all your other sessions',
    description: 'The one that asks goes on.',
    ...ofPerson,
    answers: { 200: { description: 'All others are over.', schema: Done, example: { ok: true } } },
    handle: ({ auth, request }) =>
      end(context, auth, (trx) => deleteOtherSessions(trx, auth.userId, bearerToken(request))),
  });

async function end(context: Context, { userId, actor }: Auth, work: (trx: Trx) => Promise<void>) {
  const { publicId: objectId } = await getUser(context.db, userId);
  await inTransaction(context.db, async (trx) => {
    await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.end-sessions', objectId }], new Date());
    await work(trx);
  });
  context.access.forget([{ userId }]);
  context.announceChanges();
  return json(200, { ok: true });
}
