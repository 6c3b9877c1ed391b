/** Routes that list and end the caller's sessions. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import {
  deleteOtherSessions,
  deleteSessionRow,
  listSessions,
  type SessionRow,
  sessionIdOf,
} from '../../shared/people/session-queries.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { noSuch } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { bearerToken } from '../identity/access.ts';
import type { Auth } from '../identity/auth.ts';
import { SessionList } from './schema.ts';

const group = 'Auth';
/** Maximum number of sessions in the list. A user with more sessions can end all other sessions at once. */
const shownAtMost = 100;
/** Maximum number of sessions searched for an id: far more than a user starts. */
const searchedAtMost = 10_000;

export const sessionRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  endOne(context),
  endOthers(context),
];

/** The requirements of these routes: a signed-in user, even in a suspended workspace. */
const forUser = { group, role: 'viewer', caller: 'user' } as const;

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
    summary: 'List your sessions, last used first',
    description: `Waypost keeps only the network of the IP address at sign-in. Shows at most ${shownAtMost} sessions.`,
    ...forUser,
    answers: { 200: { description: 'Your sessions.', schema: SessionList } },
    async handle({ auth, request }) {
      const sessions = await listSessions(context.db, auth.userId, new Date(), shownAtMost);
      const current = hashSecret(bearerToken(request));
      // All visitors of a demo share one account, and must not see each other's networks.
      const shown = context.config.demo ? sessions.filter(({ hash }) => hash.equals(current)) : sessions;
      return json(200, { sessions: shown.map((session) => toSession(session, current)) });
    },
  });

const endOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    id: 'endSession',
    summary: 'End one of your sessions',
    description: 'It stops working within a second. It can be the session that sends the request.',
    ...forUser,
    params: { id: "The session's id." },
    answers: { 200: { description: 'The session has ended.', schema: Done } },
    async find({ auth, request }) {
      const sessions = await listSessions(context.db, auth.userId, new Date(), searchedAtMost);
      const session = sessions.find(({ hash }) => sessionIdOf(hash) === request.params.id);
      if (!session) throw noSuch('session');
      return session.id;
    },
    handle: ({ auth, found }) =>
      end(context, auth, async (trx) => {
        if (!(await deleteSessionRow(trx, auth.userId, found))) throw noSuch('session');
      }),
  });

const endOthers = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/auth/sessions',
    id: 'endOtherSessions',
    summary: 'End all your other sessions',
    description: 'The session that sends the request stays.',
    ...forUser,
    answers: { 200: { description: 'All other sessions have ended.', schema: Done } },
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
