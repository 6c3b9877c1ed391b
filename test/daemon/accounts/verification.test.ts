/** Emails are verified by a token that only their reader gets; until then an account works, but can email few others. */

import { inviteTokenOf, newEmail, password, signUp, startMailWorker, worksAtOnce } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const env = {
  SIGNUPS_PER_MINUTE: '100000',
  PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
  PLANS_FREE_MEMBERS: '100',
  ACCOUNT_MAILS_PER_HOUR: '3',
};
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const mailbox = await startMailServer(t);
startMailWorker(t, daemon, mailbox.url);
const anyone = caller(daemon, undefined);
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const mailed = async (email: string, subject: RegExp) => tokenIn((await mailbox.waitFor(email, subject)).text);
const [verifying, inviting] = [/Verify your email/, /invites you/];

const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const isVerified = async (email: string) => (await userOf(email)).email_verified_at !== null;

t.test(
  'sign-up sends an email with a link to a dashboard screen, and its token verifies the email address once',
  async (t) => {
    const { email, call, answer } = await signUp(daemon);
    t.notOk(await isVerified(email));
    t.same(Object.keys(answer.user).sort(), ['createdAt', 'email', 'id', 'name']);
    t.same(Object.keys((await call('GET', '/auth/me')).json.user).sort(), ['createdAt', 'email', 'id', 'name']);
    const { text } = await mailbox.waitFor(email, verifying);
    t.match(text, '/dashboard/verify?token=');
    const token = tokenIn(text);
    const stored = JSON.stringify(await db.selectFrom('tokens').selectAll().execute());
    t.notOk(stored.includes(token));

    await fetch(`${daemon.origin}/dashboard/verify?token=${token}`);
    t.notOk(await isVerified(email), 'opening the link changes nothing');
    t.equal(await worksAtOnce(call, '/auth/verify', token, 5), 1, 'a token works once');
    t.ok(await isVerified(email));
    const audit = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'user.verify-email').execute();
    t.equal(audit.length, 1);
  },
);

t.test('POST /auth/verify accepts the emailed token and refuses any other token', async (t) => {
  const { email, call } = await signUp(daemon);
  const token = await mailed(email, verifying);
  t.same(code(await call('POST', '/auth/verify', { token: 'x'.repeat(43) })), [422, 'validation_failed']);
  t.same(code(await call('POST', '/auth/verify', {})), [422, 'validation_failed']);
  t.same((await call('POST', '/auth/verify', { token })).json, { ok: true });
  t.ok(await isVerified(email));
  t.same(code(await call('POST', '/auth/verify', { token })), [422, 'validation_failed']);
  t.same(
    code(await anyone('POST', '/auth/password/reset', { token, password })),
    [422, 'validation_failed'],
    'no other use',
  );
});

t.test(
  'the verification email is sent again on request, a limited number of times, and never to verified users',
  async (t) => {
    const { email, call } = await signUp(daemon);
    await mailed(email, verifying);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/auth/verify/resend')));
    t.equal(answers.filter(({ status }) => status === 200).length, 3);
    t.ok(answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0));
    const again = await mailed(email, verifying);
    await call('POST', '/auth/verify', { token: again });
    t.same((await call('POST', '/auth/verify/resend')).json, { ok: true });
    const { id } = await userOf(email);
    const mails = await db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'verify-email')
      .where('recipient', '=', email)
      .execute();
    t.equal(mails.length, 4, 'at sign-up and three times');
    const { key } = await addWorkspace(db, 'pro');
    t.same(code(await caller(daemon, key)('POST', '/auth/verify/resend')), [403, 'forbidden']);
    t.ok(id);
  },
);

t.test(
  'an unverified user can invite five users a day, across all keys, workspaces and concurrent requests',
  async (t) => {
    const { email, call } = await signUp(daemon);
    const key = caller(daemon, (await call('POST', '/keys', { name: 'x' })).json.key);
    const second = (await call('POST', '/workspaces', { name: 'Second' })).json.id;
    const callers = [
      (to: string) => call('POST', '/members/invite', { email: to }),
      (to: string) => key('POST', '/members/invite', { email: to }),
      (to: string) => call('POST', '/members/invite', { email: to }, { 'x-workspace-id': second }),
    ];
    const people = Array.from({ length: 12 }, newEmail);
    const answers = await Promise.all(people.map((to, n) => (callers[n % 3] as (typeof callers)[0])(to)));
    t.equal(answers.filter(({ status }) => status === 201).length, 5);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) t.same(code(answer), [429, 'rate_limited']);
    t.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 80_000));

    const known = answers.findIndex(({ status }) => status === 201);
    const { id } = (answers[known] as Answered).json;
    const inSecond = { 'x-workspace-id': second };
    t.equal(
      (await call('POST', `/members/${id}/resend`, undefined, known % 3 === 2 ? inSecond : {})).status,
      200,
      'one of the five again',
    );
    const away = await call('DELETE', `/members/${id}`, undefined, known % 3 === 2 ? inSecond : {});
    t.equal(away.status, 200);
    t.equal((await call('POST', '/members/invite', { email: newEmail() })).status, 429, 'revoking gives nothing back');

    await call('POST', '/auth/verify', { token: await mailed(email, verifying) });
    t.equal(
      (await call('POST', '/members/invite', { email: newEmail() })).status,
      201,
      'a verified user has no such limit',
    );
  },
);

t.test(
  'accepting with the emailed token verifies the email address; the token shown to the sender does not',
  async (t) => {
    const admin = caller(daemon, (await addWorkspace(db, 'team')).key);
    const [shown, read] = [newEmail(), newEmail()];
    const { id } = (await admin('POST', '/members/invite', { email: shown })).json;
    await signUp(daemon, { email: shown, inviteToken: await inviteTokenOf(db, id) });
    t.notOk(await isVerified(shown));
    t.ok(await mailed(shown, verifying), 'so it is requested');

    await admin('POST', '/members/invite', { email: read });
    await signUp(daemon, { email: read, inviteToken: await mailed(read, inviting) });
    t.ok(await isVerified(read));
    const asked = await db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'verify-email')
      .where('recipient', '=', read)
      .execute();
    t.same(asked, []);

    const person = await signUp(daemon);
    await admin('POST', '/members/invite', { email: person.email });
    const token = await mailed(person.email, inviting);
    t.equal((await person.call('POST', '/members/accept', { inviteToken: token })).status, 200);
    t.ok(await isVerified(person.email));
  },
);
