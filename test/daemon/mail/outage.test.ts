/** Emails that are requested while the mail server is down, by a worker that is then killed. */
import { newEmail, password, signUp } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer, tokenIn } from '../../fixtures/mail.ts';
import { freePort, service } from '../../fixtures/processes.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

t.test('an invitation and a password reset are delivered once after an outage and a kill', async (t) => {
  const daemon = await startDaemon(t);
  const { db, config } = daemon.context;
  const anyone = caller(daemon, undefined);
  const admin = caller(daemon, (await addWorkspace(db, 'team')).key);
  const person = await signUp(daemon);
  await db.deleteFrom('mails').execute();
  const guest = newEmail();
  t.equal((await admin('POST', '/members/invite', { email: guest, role: 'viewer' })).status, 201);
  t.equal((await anyone('POST', '/auth/password/forgot', { email: person.email })).status, 200);

  const smtpPort = await freePort();
  const startWorker = async (redisPrefix: string) => {
    const env = {
      MYSQL_URL: daemon.stores.mysqlUrl,
      REDIS_URL: daemon.stores.redisUrl,
      REDIS_PREFIX: redisPrefix,
      LOCAL_DIR: config.localDir,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    };
    const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
    worker.launch();
    return worker;
  };
  const mails = () => db.selectFrom('mails').selectAll().orderBy('id').execute();
  const killed = await startWorker(daemon.stores.redisPrefix);
  await until(async () => (await mails()).every(({ last_error }) => last_error !== null));
  await killed.end('SIGKILL');
  t.match(await mails(), [
    { kind: 'invite', status: 'waiting', attempts: 1, last_error: /ECONNREFUSED/ },
    { kind: 'password-reset', status: 'waiting', attempts: 1, last_error: /ECONNREFUSED/ },
  ]);

  const mailbox = await startMailServer(t, smtpPort);
  await db
    .updateTable('mails')
    .set({ due_at: new Date(0) })
    .execute();
  await startWorker(`${daemon.stores.redisPrefix}-new`);
  const invitation = await mailbox.waitFor(guest);
  const reset = await mailbox.waitFor(person.email);
  await until(async () => (await mails()).every(({ status }) => status === 'sent'));
  t.equal(mailbox.mails.length, 2);
  const joined = await anyone('POST', '/auth/signup', {
    email: guest,
    password,
    name: 'Guest',
    inviteToken: tokenIn(invitation.text),
  });
  t.equal(joined.status, 200, joined.text);
  const set = { token: tokenIn(reset.text), password: 'another good password' };
  t.equal((await anyone('POST', '/auth/password/reset', set)).status, 200);
});
