/** Strangers can lock nobody out and cannot use Waypost to send unwanted emails. Their counters in Redis reveal nothing and expire. */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { newEmail, password, signUp, startMailWorker } from '../../fixtures/accounts.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    SIGNUPS_PER_MINUTE: '100000',
    PLANS_TEAM_REQUESTS_PER_MINUTE: '100000',
    PLANS_TEAM_MEMBERS: '1000',
    LOGIN_TRIES_PER_MINUTE: '2',
    ACCOUNT_MAILS_PER_HOUR: '3',
    INVITE_MAILS_PER_HOUR: '12',
    INVITE_MAILS_TO_ONE_PER_DAY: '4',
    INVITE_RESENDS_PER_DAY: '2',
  },
});
const { db, config } = daemon.context;
const anyone = caller(daemon, undefined);
const from = (address: string) => ({ 'x-forwarded-for': address });
const code = ({ status, json }: Answered) => [status, json?.error?.code ?? null];
const login = (email: string, given: string, address: string) =>
  anyone('POST', '/auth/login', { email, password: given }, from(address));

/** Makes wrong attempts from many networks until strangers' attempts at an account are used up. */
async function attack(email: string) {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => login(email, 'wrong', `198.51.100.${n}`)));
  return answers.filter(({ status }) => status === 429).length;
}

t.test(
  "strangers' attempts do not lock the account's owner out of a network that the owner has signed in from",
  async (t) => {
    const { email, token } = await signUp(daemon);
    t.equal((await login(email, password, '2001:db8:7:7::1')).status, 200, 'the network becomes known');
    t.ok((await attack(email)) > 0, 'strangers are stopped');
    t.equal((await login(email, password, '203.0.113.1')).status, 429, 'a stranger with the right password too');
    t.equal((await login(email, password, '2001:db8:7:7:a:b:c:d')).status, 200, 'the owner is not');
    for (let n = 0; n < 2; n++) t.equal((await login(email, 'wrong', '2001:db8:7:7::2')).status, 401);
    t.equal(
      (await login(email, password, '2001:db8:7:7::3')).status,
      429,
      'their network has its own tries, and no more',
    );

    const changed = { password: 'another password', currentPassword: password };
    const patch = await caller(daemon, token)('PATCH', '/auth/me', changed, from('203.0.113.2'));
    t.equal(patch.status, 200, 'a signed-in user can still change the password');

    const rows = await db.selectFrom('user_networks').selectAll().execute();
    t.ok(rows.length >= 2);
    const before = new Date(Date.now() - 91 * 86_400_000);
    await db.updateTable('user_networks').set({ last_used_at: before }).execute();
    const forgotten = await login(email, 'another password', '127.0.0.1');
    t.equal(forgotten.status, 429, 'after 90 days without use a network is a stranger’s again');
  },
);

t.test('an emailed link works during an attack, and the network from which it is used counts as known', async (t) => {
  const mailbox = await startMailServer(t);
  startMailWorker(t, daemon, mailbox.url);
  const { email } = await signUp(daemon);
  await attack(email);
  const at = '203.0.113.50';
  t.equal((await login(email, password, at)).status, 429);
  t.equal((await anyone('POST', '/auth/password/forgot', { email }, from(at))).status, 200);
  const token = /token=(\w+)/.exec((await mailbox.waitFor(email, /new password/)).text ?? '')?.[1];
  const next = 'a wholly new password';
  t.equal((await anyone('POST', '/auth/password/reset', { token, password: next }, from('203.0.113.51'))).status, 200);
  t.equal((await login(email, next, '203.0.113.51')).status, 200);
});

t.test(
  'password reset emails are limited per email address, and the answer does not reveal whether an account exists',
  async (t) => {
    const { email } = await signUp(daemon);
    for (const to of [email, newEmail()]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          anyone('POST', '/auth/password/forgot', { email: to }, from(`192.0.2.${n}`)),
        ),
      );
      t.equal(answers.filter(({ status }) => status === 200).length, 3);
      t.equal(answers.filter(({ status }) => status === 429).length, 7);
    }
  },
);

const invitesTo = async (email: string) =>
  (await db.selectFrom('mails').selectAll().where('kind', '=', 'invite').where('recipient', '=', email).execute())
    .length;

t.test('resending is limited per invitation, and per email address across all workspaces', async (t) => {
  const email = newEmail();
  const workspaces = await Promise.all(Array.from({ length: 4 }, () => addWorkspace(db, 'team')));
  const [first, ...others] = workspaces.map(({ key }) => caller(daemon, key));
  if (!first) throw new Error('no workspace');
  const { id } = (await first('POST', '/members/invite', { email })).json;
  const again = await Promise.all(Array.from({ length: 20 }, () => first('POST', `/members/${id}/resend`)));
  t.equal(again.filter(({ status }) => status === 200).length, 2);
  for (const answer of again.filter(({ status }) => status !== 200)) {
    t.same(code(answer), [429, 'rate_limited']);
    t.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  const elsewhere: number[] = [];
  for (const call of others) elsewhere.push((await call('POST', '/members/invite', { email })).status);
  t.same(elsewhere, [201, 429, 429]);
  t.equal(await invitesTo(email), 4);
});

t.test(
  'a workspace can send a limited number of invitations an hour, and failed invitations do not count',
  async (t) => {
    const call = caller(daemon, (await addWorkspace(db, 'team')).key);
    const email = newEmail();
    t.equal((await call('POST', '/members/invite', { email })).status, 201);
    for (let n = 0; n < 20; n++) t.equal((await call('POST', '/members/invite', { email })).status, 409);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/members/invite', { email: newEmail() })),
    );
    t.equal(answers.filter(({ status }) => status === 201).length, 11);
    t.equal(answers.filter(({ status }) => status === 429).length, 9);
  },
);

t.test('Redis stores email addresses and IP addresses as keyed hashes that expire', async (t) => {
  const redis = new Redis(daemon.stores.redisUrl.replace('unix://', ''));
  t.teardown(() => redis.disconnect());
  const { email } = await signUp(daemon);
  const address = '203.0.113.77';
  await login(email, 'wrong', address);
  await anyone('POST', '/auth/password/forgot', { email }, from(address));
  await caller(daemon, (await addWorkspace(db, 'team')).key)('POST', '/members/invite', { email });
  const keys = (await redis.keys(`*${config.redisPrefix}*`)).filter(
    (key) => !key.startsWith('{') && !key.startsWith('bull'),
  );
  const kinds = ['login-tries', 'login-tries-address', 'login-tries-email', 'account-mails', 'invites-recipient'];
  for (const kind of kinds)
    t.ok(
      keys.some((key) => key.startsWith(`${config.redisPrefix}:${kind}:`)),
      kind,
    );
  for (const key of keys) t.ok((await redis.pttl(key)) > 0, `${key} expires`);
  const reported = [email, address, `${address} ${email}`].flatMap((text) => {
    const hash = createHash('sha256').update(text).digest();
    return [text, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')].map((one) =>
      one.slice(0, 20),
    );
  });
  for (const one of reported)
    t.notOk(
      keys.some((key) => key.includes(one)),
      one,
    );
});
