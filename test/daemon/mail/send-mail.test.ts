/** Mails that are not taken: why is kept, and to whom it was is not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { queuePrefix } from '../../../shared/jobs/queues.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { newEmail, startMailWorker } from '../../fixtures/accounts.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { t } from '../../runner/tap.ts';

t.test('what a mail server answers is kept without the addresses in it, in MySQL and in Redis', async (t) => {
  const daemon = await startDaemon(t);
  const { db, config, log } = daemon.context;
  const mailbox = await startMailServer(t);
  mailbox.rejecting = 550;
  const admin = caller(daemon, (await addWorkspace(db, 'team')).key);
  const email = newEmail();
  await admin('POST', '/members/invite', { email, role: 'viewer' });
  startMailWorker(t, daemon, mailbox.url);
  const find = () => db.selectFrom('mails').select(['id', 'last_error', 'status']).executeTakeFirstOrThrow();
  let mail = await find();
  for (; mail.last_error === null; mail = await find()) await sleep(20);
  t.match(mail, { status: 'waiting', last_error: /5\.1\.1 <\[email\]>: nobody of this name here/ });
  t.notMatch(mail.last_error, email);
  t.notMatch(mail.last_error, '203.0.113.7');

  const redis = openRedis(daemon.stores.redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const job = await redis.hgetall(`${queuePrefix(redis, config.redisPrefix, 'mails')}:mails:mail-${mail.id}`);
  t.match(job.failedReason, /5\.1\.1 <\[email\]>: nobody of this name here/);
  t.notMatch(JSON.stringify(job), email);
  t.notMatch(JSON.stringify(job), '203.0.113.7');
});
