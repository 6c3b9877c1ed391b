/** Reports by email from workers that are killed at any moment: each member gets the report of the period. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signUp, userIdOf, verifyUser } from '../../fixtures/accounts.ts';
import { batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { service } from '../../fixtures/processes.ts';
import { log } from '../../fixtures/redirects.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const members = 40;
const kills = 4;

t.test('each member gets one report, however often two workers are killed', async (t) => {
  const daemon = await startDaemon(t, { env: { SIGNUPS_PER_MINUTE: '1000' } });
  const { db, config } = daemon.context;
  const owner = await signUp(daemon);
  const ownerId = await userIdOf(db, owner);
  const { workspace_id } = await db
    .selectFrom('members')
    .selectAll()
    .where('user_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const { json: link } = await owner.call('POST', '/links', { url: 'https://example.com/' });
  const { id } = await db.selectFrom('links').select('id').where('public_id', '=', link.id).executeTakeFirstOrThrow();
  const weekAgo = Date.now() - 7 * 86_400_000;
  await recordClicks(db, log, batchOf([clickOf(id, weekAgo, { visitor: 1 })]), new Date());
  const emails = Array.from({ length: members }, (_, n) => `reader${n}@example.com`);
  for (const email of emails) {
    const userId = await userIdOf(db, await signUp(daemon, { email }));
    await verifyUser(db, userId);
    await db.updateTable('members').set({ workspace_id }).where('user_id', '=', userId).execute();
  }
  await db
    .updateTable('members')
    .set({ report_every: 'weekly', report_timezone: 'UTC', report_due_at: new Date(0) })
    .where('user_id', '!=', ownerId)
    .execute();
  await db.deleteFrom('mails').execute();

  const mailbox = await startMailServer(t);
  const reports = () => db.selectFrom('mails').selectAll().where('kind', '=', 'report').execute();
  const isDone = async () => {
    const all = await reports();
    return all.length >= members && all.every(({ status }) => status === 'sent');
  };
  const startWorker = async (name: string) => {
    const worker = await service(
      t,
      'daemon/worker.js',
      'METRICS_PORT',
      {
        MYSQL_URL: daemon.stores.mysqlUrl,
        REDIS_URL: daemon.stores.redisUrl,
        REDIS_PREFIX: `${daemon.stores.redisPrefix}-${name}`,
        LOCAL_DIR: config.localDir,
        SMTP_URL: mailbox.url,
      },
      '/metrics',
    );
    worker.launch();
    return worker;
  };
  // Claims of a killed worker end after minutes, and its jobs in Redis stall; the next one starts without both.
  const forgetClaims = () =>
    db
      .updateTable('mails')
      .set({ due_at: new Date(0) })
      .where('status', '=', 'waiting')
      .execute();
  for (let kill = 0; kill < kills; kill++) {
    const [queued, sent] = [(await reports()).length, mailbox.mails.length];
    const pair = [await startWorker(`a${kill}`), await startWorker(`b${kill}`)];
    // The first kills come while reports are queued, the later ones while they are sent.
    const hasMoved = async () => (await reports()).length > queued || mailbox.mails.length > sent;
    await until(async () => (await hasMoved()) || (await isDone()));
    await sleep(Math.random() * 10);
    await Promise.all(pair.map((worker) => worker.end('SIGKILL')));
    await forgetClaims();
  }
  await startWorker('last');
  await until(isDone);
  t.same((await reports()).map(({ recipient }) => recipient).sort(), [...emails].sort());
  // An email that the server accepted just before a kill is sent again with the same id.
  const ids = new Map(mailbox.mails.map((mail) => [[mail.to].flat()[0]?.text, new Set<string | undefined>()]));
  for (const mail of mailbox.mails) ids.get([mail.to].flat()[0]?.text)?.add(mail.messageId);
  t.same([...ids.keys()].sort(), [...emails].sort());
  t.ok([...ids.values()].every(({ size }) => size === 1));
  t.ok(mailbox.mails.every(({ subject }) => /: 1 click in /.test(subject ?? '')));
  t.ok(mailbox.mails.length < members + 10 * kills + 1, `${mailbox.mails.length} deliveries`);
});
