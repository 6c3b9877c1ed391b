/** A domain over several days: three days of wrong records, the notification to its owner, and its continued service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDomain, recordFailedCheck, trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { startDomainChecks } from '../../../daemon/workers/check-domains.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { prepareRedis } from '../../../shared/local/private-stores.ts';
import { operator, system } from '../../../shared/people/actor.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { clearRecords, setRecords, startDns } from '../../fixtures/dns.ts';
import { ask } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const dns = await startDns(t);
dns.set('go.waypost.test', 'A', '192.0.2.1');
const daemon = await startDaemon(t, {
  env: { DEFAULT_SHORT_DOMAIN: 'go.waypost.test', DNS_RESOLVERS: dns.address, DOMAIN_VERIFY_SECONDS: '0' },
});
const { db, config, log } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);
const port = Number(new URL(daemon.origin).port);

const connect = async (hostname: string): Promise<Json> => (await call('POST', '/domains', { hostname })).json;
const row = async (hostname: string) => (await findDomainByHostname(db, hostname)) as DomainRow;
const statusOf = async (hostname: string) => (await row(hostname)).status;
const start = Date.now();
const checkAt = async (hostname: string, hour: number) =>
  checkDomain({ config, db }, await row(hostname), system, new Date(start + hour * 3_600_000));
const untilStatus = (hostname: string, status: string) => until(async () => (await statusOf(hostname)) === status);
const visitUntil = (status: number, hostname: string, slug: string) =>
  until(async () => (await ask(port, { path: `/${slug}`, headers: { Host: hostname } })).status === status);

t.test(
  'a domain whose records are wrong for three days becomes misconfigured, its owner is notified once, and its links still redirect',
  async (t) => {
    const hostname = 'go.days.test';
    const domain = await connect(hostname);
    setRecords(dns, domain);
    await checkAt(hostname, 0);
    const link = { url: 'https://example.com/', domain: hostname };
    t.equal((await call('POST', '/links', { ...link, slug: 'kept' })).status, 201);
    await visitUntil(302, hostname, 'kept');

    clearRecords(dns, domain);
    await checkAt(hostname, 1);
    dns.mood(hostname, 'fails');
    await checkAt(hostname, 20);
    dns.mood(hostname, 'answers');
    await checkAt(hostname, 50);
    await checkAt(hostname, 72);
    t.equal(await statusOf(hostname), 'verified', 'not yet');
    const mails = () => db.selectFrom('mails').selectAll().where('kind', '=', 'domain-misconfigured').execute();
    t.same(await mails(), []);
    await checkAt(hostname, 74);
    t.equal(await statusOf(hostname), 'misconfigured');
    await checkAt(hostname, 75);

    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', workspace.userId)
      .executeTakeFirstOrThrow();
    const [mail, ...more] = await mails();
    t.same(more, []);
    t.equal(mail?.recipient, email);
    t.match(JSON.parse(mail?.data ?? ''), {
      hostname,
      records: [/^_fks\.go\.days\.test TXT fks-verify=/, `${hostname} CNAME go.waypost.test`],
    });
    t.match((await call('GET', '/audit')).json.entries[0], {
      action: 'domain.misconfigure',
      objectId: domain.id,
      actor: { type: 'system' },
    });

    await sleep(config.syncEveryMs * 2);
    t.equal((await ask(port, { path: '/kept', headers: { Host: hostname } })).status, 302, 'links redirect');
    const refused = await call('POST', '/links', { ...link, slug: 'new' });
    t.match([refused.status, refused.json.error.details.field], [422, 'domain'], 'new ones are refused');

    setRecords(dns, domain);
    t.match(await checkAt(hostname, 80), { status: 'verified', failures: 0 });
    t.equal((await call('POST', '/links', { ...link, slug: 'new' })).status, 201);
  },
);

t.test('a domain whose check crashed the process shows the reason, and is checked again later', async (t) => {
  const hostname = 'go.poison.test';
  const domain = await connect(hostname);
  setRecords(dns, domain);
  await checkAt(hostname, 0);
  const { id, certificateExpiresAt } = await row(hostname);
  const now = new Date(start + 3_600_000);
  await recordFailedCheck(db, id, 'Working on it ended the process three times.', now);
  t.match((await call('GET', `/domains/${domain.id}`)).json, {
    status: 'verified',
    certificate: { status: 'failed', error: 'Working on it ended the process three times.' },
  });
  const after = await row(hostname);
  t.same(after.certificateExpiresAt, certificateExpiresAt);
  const due = await db.selectFrom('domains').select('next_check_at').where('id', '=', id).executeTakeFirstOrThrow();
  t.ok((due.next_check_at as Date) > now);
});

t.test('a domain that the operator trusts is verified without DNS, and stays verified', async (t) => {
  const hostname = 'go.trusted.test';
  const domain = await connect(hostname);
  const { id } = await row(hostname);
  t.match(await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date())), {
    status: 'verified',
    dnsStatus: 'pending',
    certificateStatus: 'pending',
  });
  daemon.context.announceChanges();
  t.equal((await call('POST', '/links', { url: 'https://example.com/', domain: hostname, slug: 'a' })).status, 201);
  await visitUntil(302, hostname, 'a');
  for (const hour of [1, 50, 100, 150]) await checkAt(hostname, hour);
  t.match(await row(hostname), { status: 'verified', dnsStatus: 'mismatch' });
  t.match(
    (await call('GET', '/audit')).json.entries.find((entry: Json) => entry.action === 'domain.trust'),
    {
      objectId: domain.id,
      actor: { type: 'operator' },
    },
  );
});

t.test("the worker checks due domains and deletes removed domains' data", async (t) => {
  const { redisUrl } = daemon.stores;
  const [queue, commands] = [openRedis(redisUrl, 'queue', log), openRedis(redisUrl, 'commands', log)];
  const due = await connect('due.jobs.test');
  const later = await connect('later.jobs.test');
  const removed = await connect('removed.jobs.test');
  for (const domain of [due, later, removed]) setRecords(dns, domain);
  await call('POST', `/domains/${removed.id}/verify`);
  const { id: removedId } = await row('removed.jobs.test');
  await call('DELETE', `/domains/${removed.id}`);
  const setDue = (hostname: string) =>
    db.updateTable('domains').set({ next_check_at: new Date() }).where('hostname', '=', hostname).execute();
  await setDue('due.jobs.test');
  await db
    .updateTable('domains')
    .set({ removed_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', removedId)
    .execute();

  const worker = startDomainChecks({ config, db, queue, commands, log });
  const second = startDomainChecks({ config, db, queue, commands, log });
  t.teardown(async () => {
    await Promise.all([worker.close(), second.close()]);
    for (const redis of [queue, commands]) redis.disconnect();
  });
  await untilStatus('due.jobs.test', 'verified');
  t.equal(await statusOf('later.jobs.test'), 'pending', 'its time has not come');
  const questions = dns.asked.filter((question) => question === 'TXT _fks.due.jobs.test').length;
  t.equal(questions, 1, 'two workers make one check');
  while (await db.selectFrom('domains').select('id').where('id', '=', removedId).executeTakeFirst()) await sleep(50);
  const next = await db
    .selectFrom('domains')
    .select('next_check_at as at')
    .where('hostname', '=', 'due.jobs.test')
    .executeTakeFirst();
  t.ok(Number(next?.at) > Date.now(), 'the next check is planned');

  // Redis loses everything; MySQL still has the due checks.
  for (const key of await commands.keys(`{${config.redisPrefix}}*`)) await commands.del(key);
  await setDue('later.jobs.test');
  await untilStatus('later.jobs.test', 'verified');
  t.pass('work continues after Redis lost everything');
});

t.test('domain checks wait while Redis is down', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-domains-'));
  const redis = await prepareRedis({ dir, durable: false, report: () => {} });
  await redis.start();
  const [queue, commands] = [openRedis(redis.url, 'queue', log), openRedis(redis.url, 'commands', log)];
  const worker = startDomainChecks({ config: { ...config, redisPrefix: 'away' }, db, queue, commands, log });
  t.teardown(async () => {
    await worker.close();
    for (const client of [queue, commands]) client.disconnect();
    await redis.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  });
  await redis.kill('SIGKILL');
  const hostname = 'go.away.test';
  setRecords(dns, await connect(hostname));
  await db.updateTable('domains').set({ next_check_at: new Date() }).where('hostname', '=', hostname).execute();
  await sleep(7_000);
  t.equal(await statusOf(hostname), 'pending');
  await redis.start();
  await untilStatus(hostname, 'verified');
});
