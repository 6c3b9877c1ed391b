/** An account's change of email address: only the new address confirms it, and the old address is notified. */
import {
  newEmail,
  type Person,
  password,
  signUp,
  startMailWorker,
  userIdOf,
  worksAtOnce,
} from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    SIGNUPS_PER_MINUTE: '100000',
    LOGIN_TRIES_PER_MINUTE: '1000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '100000',
    ACCOUNT_MAILS_PER_HOUR: '3',
  },
});
const { db } = daemon.context;
const mailbox = await startMailServer(t);
startMailWorker(t, daemon, mailbox.url);
const anyone = caller(daemon, undefined);
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const mailed = async (email: string) => tokenIn((await mailbox.waitFor(email, /Confirm your new email/)).text);
const ask = (person: Person, email: string, currentPassword = password) =>
  person.call('POST', '/auth/email', { email, currentPassword });
const confirm = ({ call }: Person, token: string) => call('POST', '/auth/email/confirm', { token });
const signIn = async (email: string) => (await anyone('POST', '/auth/login', { email, password })).status;

t.test('the new email address confirms the change, and the old address is notified before and after', async (t) => {
  const person = await signUp(daemon);
  const email = newEmail();
  t.same((await ask(person, email.toUpperCase())).json, { ok: true });
  const asked = await mailbox.waitFor(person.email, /about to change/);
  t.match(asked.text, new RegExp(email));
  t.notMatch(asked.text, /token=/);
  const token = await mailed(email);
  t.equal((await person.call('GET', '/auth/me')).json.user.email, person.email, 'nothing changes before');
  await fetch(`${daemon.origin}/dashboard/confirm-address?token=${token}`);
  t.equal(await signIn(person.email), 200, 'opening the link changes nothing');

  t.equal(await worksAtOnce(person.call, '/auth/email/confirm', token, 5), 1, 'a token works once');
  await mailbox.waitFor(person.email, /was changed/);
  t.equal((await person.call('GET', '/auth/me')).json.user.email, email, 'sessions continue');
  t.same([await signIn(email), await signIn(person.email)], [200, 401]);
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  t.ok(user.email_verified_at);
  const entries = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'user.change-email').execute();
  t.match(entries, [{ object_id: user.public_id, details: null }]);
});

t.test('a change needs the password, a session and an unused email address', async (t) => {
  const person = await signUp(daemon);
  const other = await signUp(daemon);
  const { key } = await addWorkspace(db, 'pro');
  const body = { email: newEmail(), currentPassword: password };
  t.same(code(await caller(daemon, key)('POST', '/auth/email', body)), [403, 'forbidden']);
  t.same(code(await ask(person, newEmail(), 'not the password')), [422, 'validation_failed']);
  t.same(code(await ask(person, 'no address')), [422, 'validation_failed']);
  t.same(code(await ask(person, person.email)), [422, 'validation_failed']);
  t.same(code(await ask(person, other.email)), [409, 'conflict']);
  t.same(code(await confirm(person, 'x'.repeat(43))), [422, 'validation_failed']);
});

t.test('a newer request replaces an older request, and the link in the older email stops working', async (t) => {
  const person = await signUp(daemon);
  const [first, then] = [newEmail(), newEmail()];
  await ask(person, first);
  const stale = await mailed(first);
  await ask(person, then);
  t.same(code(await confirm(person, stale)), [422, 'validation_failed']);
  t.same((await confirm(person, await mailed(then))).json, { ok: true });
  t.equal((await person.call('GET', '/auth/me')).json.user.email, then);
});

t.test('if two users request the same email address at once, only one account gets it', async (t) => {
  const people = [await signUp(daemon), await signUp(daemon)] as const;
  const email = newEmail();
  for (const person of people) t.equal((await ask(person, email)).status, 200);
  const tokens = [await mailed(email), await mailed(email)];
  // Emails can arrive in any order.
  const confirmAny = async (person: Person) => {
    for (const token of tokens) {
      const answer = await confirm(person, token);
      if (!/another account|used or expired/.test(answer.text)) return answer;
    }
    throw new Error('no token belongs to this account');
  };
  const answers = await Promise.all(people.map(confirmAny));
  const [first, second] = answers.map(({ status }) => status).sort();
  // The loser's own token can already be invalid after the winner's proof.
  t.ok(first === 200 && (second === 409 || second === 422), `${first} ${second}`);
  t.equal((await db.selectFrom('users').select('id').where('email', '=', email).execute()).length, 1);
});

t.test('links sent to the old email address stop working once the email address has changed', async (t) => {
  const person = await signUp(daemon);
  await anyone('POST', '/auth/password/forgot', { email: person.email });
  const resetToken = tokenIn((await mailbox.waitFor(person.email, /new password/)).text);
  const verifyToken = tokenIn((await mailbox.waitFor(person.email, /Verify your email/)).text);
  const email = newEmail();
  await ask(person, email);
  await confirm(person, await mailed(email));
  const reset = { token: resetToken, password: 'another good password' };
  t.same(code(await anyone('POST', '/auth/password/reset', reset)), [422, 'validation_failed']);
  t.same(code(await person.call('POST', '/auth/verify', { token: verifyToken })), [422, 'validation_failed']);

  // An email that was requested before the change and is sent after it.
  const id = await userIdOf(db, { email });
  const mail = {
    kind: 'password-reset',
    recipient: person.email,
    data: JSON.stringify({ userId: id, name: 'Person' }),
  };
  const { insertId } = await db
    .insertInto('mails')
    .values({ ...mail, created_at: new Date() })
    .executeTakeFirstOrThrow();
  const statusOf = () =>
    db.selectFrom('mails').select('status').where('id', '=', Number(insertId)).executeTakeFirstOrThrow();
  while ((await statusOf()).status === 'waiting') await new Promise((resolve) => setTimeout(resolve, 20));
  const resets = mailbox.mails.filter(
    ({ subject, to }: Json) => /new password/.test(subject) && to.value[0].address === person.email,
  );
  t.equal(resets.length, 1, 'is not sent');
});

t.test('requests for a new email address are limited per user', async (t) => {
  const person = await signUp(daemon);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await ask(person, newEmail())).status);
  t.same(statuses, [200, 200, 200, 429, 429]);
});
