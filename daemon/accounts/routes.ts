/** Routes for signing up, signing in and the caller's account. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { endSignIns } from '../../shared/people/end-access.ts';
import { isOperator } from '../../shared/people/operator-queries.ts';
import { deleteSession } from '../../shared/people/session-queries.ts';
import { getUser, type UserChanges, updateUser } from '../../shared/people/user-queries.ts';
import { refuseCommon } from '../../shared/secrets/common-passwords.ts';
import { hashPassword } from '../../shared/secrets/passwords.ts';
import { type Context, queueClientOf } from '../api/context.ts';
import { type DescribedRoute, endpoint, openEndpoint } from '../api/endpoint.ts';
import { invalid, refusePassword } from '../api/errors.ts';
import { Done, normalizeEmail } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { bearerToken } from '../identity/access.ts';
import { type Auth, noWorkspace } from '../identity/auth.ts';
import { insertNotice } from '../mail/notices.ts';
import { showName } from '../workspaces/plans.ts';
import { getMembership } from '../workspaces/queries.ts';
import { requirePasswords, resetOnce, signInOnce, signUpOnce } from './begin-session.ts';
import { requestReset } from './password-reset.ts';
import { requirePassword, requireUnchangedPassword } from './require-password.ts';
import * as schema from './schema.ts';
import { toSignedIn, toUser } from './signed-in.ts';

const group = 'Auth';

export const accountRoutes = (context: Context): DescribedRoute[] => [
  signup(context),
  login(context),
  logout(context),
  getMe(context),
  patchMe(context),
  forgot(context),
  reset(context),
];

const signup = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/signup',
    id: 'signup',
    summary: 'Create an account',
    description:
      'Creates a workspace too, or with `inviteToken` joins the inviting one. An invitation only to contacts gives no workspace.',
    group,
    body: schema.SignupInput,
    answers: { 200: { description: 'A session.', schema: schema.SignedIn } },
    errors: ['forbidden', 'conflict', 'plan_limit_reached'],
    handle: async (call) => toSignedIn(await signUpOnce(context, call)),
  });

const login = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/login',
    id: 'login',
    inDemo: true,
    summary: 'Sign in',
    description:
      'The answer is the same for an unknown email and a wrong password. With a second factor, the right password ' +
      'without `code` is answered 401 `second_factor_required`, with the available `methods` (`totp`, `passkey`, `recovery`) in ' +
      '`details`: resend it with `code`, the six digits of the app or a recovery code, or sign in with a passkey. A code ' +
      'works once, with ten attempts per hour.',
    group,
    body: schema.LoginInput,
    answers: {
      200: {
        description: 'A session of 30 days, extended with each use.',
        schema: schema.SignedIn,
      },
    },
    errors: ['unauthorized', 'second_factor_required', 'forbidden'],
    handle: async (call) => toSignedIn(await signInOnce(context, call)),
  });

const logout = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/auth/logout',
    id: 'logout',
    inDemo: true,
    summary: 'End this session',
    description: 'Other sessions stay. Does nothing with an API key.',
    group,
    role: 'viewer',
    caller: 'key-or-newcomer',
    answers: { 200: { description: 'Done.', schema: Done } },
    async handle({ auth, request }) {
      if (auth.actor.type === 'session') {
        await inTransaction(context.db, (trx) => deleteSession(trx, auth.userId, bearerToken(request)));
        context.access.forget([{ userId: auth.userId }]);
        context.announceChanges();
      }
      return json(200, { ok: true });
    },
  });

const getMe = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/auth/me',
    id: 'getMe',
    summary: 'Get the caller',
    description: 'A session acts on the workspace in `X-Workspace-Id`, or on the first one.',
    group,
    role: 'viewer',
    workspaceOptional: true,
    answers: {
      200: {
        description: "The user, the workspace and the user's role in it.",
        schema: schema.Me,
      },
    },
    handle: ({ auth }) => showMe(context, auth),
  });

async function showMe({ db }: Context, { userId, workspaceId, role, isOwner, actor }: Auth) {
  // These run one after the other, so that a deleted account is reported as such.
  const user = await getUser(db, userId);
  const membership = workspaceId === noWorkspace ? undefined : await getMembership(db, userId, workspaceId);
  const keyId = actor.type === 'api_key' ? actor.keyPublicId : null;
  const operator = actor.type === 'session' && (await isOperator(db, userId));
  return json(200, {
    user: toUser(user),
    workspace: membership ? showName(membership) : null,
    role: membership ? role : null,
    isOwner,
    auth: { type: actor.type, keyId },
    ...(operator ? { operator } : {}),
  });
}

const patchMe = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/auth/me',
    id: 'updateMe',
    summary: 'Change your name, language or password',
    description: 'A new password needs `currentPassword`, and ends all other sessions and a pending change of email.',
    group,
    role: 'viewer',
    caller: 'user',
    body: schema.ProfilePatch,
    answers: {
      200: {
        description: "The user, the workspace and the user's role in it.",
        schema: schema.Me,
      },
    },
    async handle({ auth, request, body: { password, currentPassword, ...profile } }) {
      const { db, access } = context;
      let user = await getUser(db, auth.userId);
      const changes: UserChanges = { ...profile };
      if (password !== undefined) {
        if (currentPassword === undefined) {
          throw invalid({ field: 'currentPassword', message: 'is required to set a new password' });
        }
        await refuseCommon(password, refusePassword);
        user = await requirePassword(context, request, user.id, { currentPassword });
        changes.passwordHash = await hashPassword(password, queueClientOf(context, request));
      }
      const now = new Date();
      await inTransaction(db, async (trx) => {
        if (password !== undefined) {
          await requireUnchangedPassword(trx, user);
          await endSignIns(trx, user.id, bearerToken(request));
          await insertNotice(trx, user, { kind: 'password-changed' }, now);
        }
        await updateUser(trx, user.id, changes, now);
        const entry = { workspaceId: null, actor: auth.actor, objectId: user.publicId };
        const fields = [...Object.keys(profile), ...(password === undefined ? [] : ['password'])];
        await recordAudit(trx, [{ ...entry, action: 'user.update', details: { fields } }], now);
      });
      access.forget([{ userId: auth.userId }]);
      context.announceChanges();
      return showMe(context, auth);
    },
  });

const forgot = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/password/forgot',
    id: 'forgotPassword',
    summary: 'Request a link to set a new password',
    description: 'The answer is the same with and without an account.',
    group,
    body: schema.ForgotInput,
    answers: {
      200: { description: 'An email is sent if there is such an account.', schema: Done },
    },
    async handle({ request, body }) {
      requirePasswords(context.config);
      const email = normalizeEmail(body.email);
      await context.tries.spendOnAddress(context.addressOf(request));
      await context.tries.spendOnMail('reset', email);
      await requestReset(context.db, email, new Date());
      return json(200, { ok: true });
    },
  });

const reset = (context: Context) =>
  openEndpoint(context, {
    method: 'POST',
    path: '/auth/password/reset',
    id: 'resetPassword',
    summary: 'Set a new password with an emailed token',
    description: 'The token works once, for one hour. All sessions and a pending change of email end.',
    group,
    body: schema.ResetInput,
    answers: { 200: { description: 'Sign in with the new password.', schema: Done } },
    async handle(call) {
      await resetOnce(context, call);
      return json(200, { ok: true });
    },
  });
