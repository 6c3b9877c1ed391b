/** The two pages that mails lead to, for people without a client of their own: joining a workspace, a new password. */
import { inTransaction } from '../../shared/db.ts';
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { askerOf, type Context, deviceOf } from '../api/context.ts';
import { statusOf, toApiError } from '../api/errors.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../api/html.ts';
import { type Fields, pageRoute } from '../api/page-route.ts';
import { normalizeEmail } from '../api/schemas.ts';
import { insertNetwork } from '../identity/network-queries.ts';
import { findUserByEmail } from '../identity/queries.ts';
import { findTokenSubject } from '../identity/token-queries.ts';
import { acceptInvite, requireInvite } from '../members/accept-invite.ts';
import { findInviteByToken, type OpenInvite } from '../members/invite-queries.ts';
import { resetPassword } from './password-reset.ts';
import { findUserByPassword, signUp } from './sign-in.ts';

export const accountPages = (context: Context): HttpRoute[] => [
  pageRoute(context, 'GET', '/api/join', (fields) => showJoin(context, fields)),
  pageRoute(context, 'POST', '/api/join', (fields, request) => join(context, fields, request)),
  pageRoute(context, 'GET', '/api/reset-password', (fields) => showReset(context, fields)),
  pageRoute(context, 'POST', '/api/reset-password', (fields, request) => reset(context, fields, request)),
];

const field = (name: string, label: string, attributes: string) =>
  `<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" required ${attributes}></p>`;
const newPassword = (label: string) =>
  field(
    'password',
    `${label} (10 characters or more)`,
    'type="password" minlength="10" maxlength="200" autocomplete="new-password"',
  );
const form = (token: string, fields: string[], button: string) =>
  `<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}">${fields.join('')}<p><button type="submit">${button}</button></p></form>`;

const goneAnswer = (what: string) =>
  htmlAnswer(
    404,
    'Not open any more',
    paragraph(`This ${what} was used already, is too old or was withdrawn. Ask for a new one.`),
  );

async function joinForm({ db }: Context, token: string, invite: OpenInvite, fault?: ApiError) {
  const hasAccount = (await findUserByEmail(db, normalizeEmail(invite.email))) !== undefined;
  const fields = hasAccount
    ? [field('password', 'Your password', 'type="password" maxlength="200" autocomplete="current-password"')]
    : [field('name', 'Your name', 'maxlength="100" autocomplete="name"'), newPassword('A password')];
  return htmlAnswer(
    fault ? statusOf(fault) : 200,
    `Join ${invite.workspace.name}`,
    [
      ...(fault ? [paragraph(`${fault.message}.`, true)] : []),
      paragraph(`You are invited as ${invite.role}, with the address ${invite.email}.`),
      form(token, fields, 'Join'),
    ].join('\n'),
  );
}

async function showJoin(context: Context, fields: Fields): Promise<HttpAnswer> {
  const token = fields('token');
  const invite = await findInviteByToken(context.db, token, new Date());
  return invite ? joinForm(context, token, invite) : goneAnswer('invitation');
}

async function join(context: Context, fields: Fields, request: HttpRequest): Promise<HttpAnswer> {
  const { db, config, tries, addressOf, keyedHash } = context;
  const token = fields('token');
  const now = new Date();
  const invite = await findInviteByToken(db, token, now);
  if (!invite) return goneAnswer('invitation');
  const email = normalizeEmail(invite.email);
  try {
    const password = fields('password');
    const asker = askerOf(context, request);
    const attempt = await tries.spendOnEmail(addressOf(request), email);
    const user = await findUserByEmail(db, email);
    if (user) {
      await findUserByPassword(db, { email, password }, asker);
      await inTransaction(db, async (trx) => {
        await acceptInvite(trx, config, await requireInvite(trx, token, email, now), user.id, now);
        await insertNetwork(trx, keyedHash, user, asker.from, now);
      });
    } else {
      const name = fields('name').trim().slice(0, 100);
      if (name === '' || password.length < 10 || password.length > 200) {
        throw new ApiError('validation_failed', 'a name and a password of 10 to 200 characters are needed');
      }
      const signup = { email, name, password, inviteToken: token };
      await signUp(context, signup, asker, deviceOf(context, request), now);
    }
    attempt.refund();
  } catch (error) {
    const fault = toApiError(error, request.id);
    if (fault.code === 'internal_error') throw error;
    return joinForm(context, token, invite, fault);
  }
  return htmlAnswer(
    200,
    `You are a member of ${invite.workspace.name}`,
    paragraph(`Sign in with ${invite.email} and your password.`),
  );
}

const resetForm = (token: string, status: number, fault?: string) =>
  htmlAnswer(
    status,
    'Set a new password',
    `${fault ? paragraph(fault, true) : ''}${form(token, [newPassword('New password')], 'Set password')}`,
  );

async function showReset({ db }: Context, fields: Fields): Promise<HttpAnswer> {
  const token = fields('token');
  const subject = await findTokenSubject(db, 'password', token, new Date());
  return subject === undefined ? goneAnswer('link') : resetForm(token, 200);
}

async function reset(context: Context, fields: Fields, request: HttpRequest): Promise<HttpAnswer> {
  await context.tries.spendOnAddress(context.addressOf(request));
  const [token, password] = [fields('token'), fields('password')];
  if (password.length < 10 || password.length > 200) {
    return resetForm(token, 422, 'A password has 10 to 200 characters.');
  }
  await resetPassword(context, { token, password }, askerOf(context, request), new Date());
  context.announceChanges();
  return htmlAnswer(200, 'Your password is set', paragraph('Sign in with it; all earlier sessions have ended.'));
}
