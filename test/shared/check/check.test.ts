/**
 * Every check in each state that it warns about, with real databases, files, DNS names and servers, and the command's
 * output.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { checkCertificates, checkDns, checkDomains, termOf } from '../../../shared/check/checks/addresses.ts';
import { checkBackup, checkGeo, checkLists, checkQueues, checkSpool } from '../../../shared/check/checks/data.ts';
import { checkModes } from '../../../shared/check/checks/files.ts';
import {
  checkClock,
  checkDisk,
  checkMysqlDisk,
  evaluateMemory,
  evaluateRoom,
} from '../../../shared/check/checks/machine.ts';
import { checkJobs, checkMailServer, checkMails, checkWebhooks } from '../../../shared/check/checks/messages.ts';
import { checkMigrations } from '../../../shared/check/checks/migrations.ts';
import { checkMysql, checkMysqlSettings, evaluateServer, evaluateVersion } from '../../../shared/check/checks/mysql.ts';
import { checkRedis, checkRedisSettings } from '../../../shared/check/checks/redis.ts';
import { checkPort, checkProcesses, checkReleases, evaluateFileLimit } from '../../../shared/check/checks/services.ts';
import { checkFile, checkSettings } from '../../../shared/check/checks/settings.ts';
import { allChecks } from '../../../shared/check/checks.ts';
import type { Finding, Subject } from '../../../shared/check/core/finding.ts';
import { keepChecks } from '../../../shared/check/keep-checks.ts';
import { inLines } from '../../../shared/check/print.ts';
import { runChecks, statusOf } from '../../../shared/check/run-checks.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { openDb } from '../../../shared/db/db.ts';
import { prepareRedis } from '../../../shared/local/private-stores.ts';
import { builtRoot } from '../../../shared/paths.ts';
import { socketPath } from '../../../shared/process/sockets.ts';
import { migrateAutomations } from '../../fixtures/automations.ts';
import { startDns } from '../../fixtures/dns.ts';
import { startMailServer } from '../../fixtures/mail.ts';
import { freePort } from '../../fixtures/processes.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { rowsOf } from '../../fixtures/tables.ts';
import { t } from '../../runner/tap.ts';

const now = new Date();
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-check-'));

const { mysqlUrl } = await createStores(t);
await migrateLinks(mysqlUrl);
await migrateAutomations(mysqlUrl);
const db = openDb(mysqlUrl, { poolSize: 2 });

const server = await prepareRedis({ dir, durable: false, report: () => {} });
await server.start();
const redis = new Redis(server.url.slice('unix://'.length));
t.teardown(async () => {
  redis.disconnect();
  await Promise.all([db.destroy(), server.kill('SIGKILL')]);
  await rm(dir, { recursive: true, force: true });
});

const subject = (env: Record<string, string> = {}, over: Partial<Subject> = {}): Subject => ({
  config: readConfig({ LOCAL_DIR: dir, ...env }),
  links: db,
  contacts: db,
  redis,
  now,
  ...over,
});

/** Formats findings as `state: finding → advice`. */
const received = (found: Finding | Finding[]) =>
  [found].flat().map(({ state, found, todo }) => `${state}: ${found} → ${todo}`);

const open = {
  BASE_URL: 'https://go.example.com/api',
  DEFAULT_SHORT_DOMAIN: 'go.example.com',
  SITE_URL: 'https://crm.example.com',
};
const proxied = { ...open, TRUSTED_PROXIES: '127.0.0.1' };

for (const [what, env, wanted] of [
  ['nothing is set', {}, /^ok: /],
  ['everything is in order', proxied, /^ok: /],
  ['https behind no TLS', open, /^warning: BASE_URL is https.*TRUSTED_PROXIES/],
  ['http on a public URL', { ...proxied, BASE_URL: 'http://go.example.com/api' }, /^warning: BASE_URL is http:/],
  [
    'no short domain',
    { ...proxied, DEFAULT_SHORT_DOMAIN: '' },
    /^failed: short links start with localhost:8080.*go\.example\.com$/,
  ],
  ['no URL of the site', { ...proxied, SITE_URL: '' }, /^warning: SITE_URL is http:\/\/localhost:8081/],
  [
    'HTTPS for only one application',
    { ...proxied, SITE_URL: 'http://crm.example.com' },
    /^warning: only one of BASE_URL and SITE_URL is https/,
  ],
  ['no sender', { SMTP_URL: 'smtp://mail.example.com' }, /^warning: emails are sent from .*MAIL_FROM/],
  ['private destinations', { ...proxied, ALLOW_PRIVATE_DESTINATIONS: '1' }, /^warning: .*remove ALLOW_PRIVATE/],
] as const) {
  t.test(`the check of settings reports this case correctly: ${what}`, async (t) => {
    t.match(received(await checkSettings(subject(env)))[0], wanted);
  });
}

t.test('an unknown variable in the file is reported with the most similar setting', async (t) => {
  const file = path.join(dir, 'settings');
  await writeFile(
    file,
    'BASE_URI=https://x.example\nNODE_OPTIONS=--x\nLINKS_PORT=1\nFROBNICATE=1\nREDIS_URL=redis://:secret@x\n',
  );
  const said = received(checkFile(file, ['BASE_URL', 'LINKS_PORT', 'REDIS_URL']));
  t.equal(said.length, 2);
  t.match(said, [/BASE_URI, which is not a setting → rename it to BASE_URL/, /FROBNICATE.* → remove it/]);
  t.notMatch(said.join(), /secret/);
  t.same(checkFile(path.join(dir, 'none'), []), []);
});

t.test('files that other users can read are reported with the mode that they should have', async (t) => {
  const file = path.join(dir, 'settings');
  await chmod(file, 0o644);
  await writeFile(path.join(dir, 'certificates.key'), 'x', { mode: 0o640 });
  await chmod(dir, 0o755);
  t.match(received(await checkModes(file)(subject())), [
    /^warning: .*755.*chmod 700/,
    /^warning: .*640.*chmod 600/,
    /^failed: .*644.*chmod 640/,
  ]);
  await Promise.all([chmod(dir, 0o700), chmod(file, 0o640), rm(path.join(dir, 'certificates.key'))]);
  t.match(received(await checkModes(file)(subject())), [/^ok/]);
});

for (const [version, comment, wanted] of [
  ['10.11.19-MariaDB', '', /^ok: MariaDB 10\.11\.19/],
  ['10.6.18-MariaDB-log', '', /^failed: MariaDB 10\.6\.18 is too old → install MariaDB 10\.11 to 11\.8/],
  ['12.1.2-MariaDB', '', /^warning: MariaDB 12\.1\.2 is newer/],
  ['8.0.44', 'MySQL Community Server', /^ok: MySQL 8\.0\.44/],
  ['5.7.44', 'MySQL Community Server', /^failed: MySQL 5\.7\.44 is too old/],
  ['10.0.1', 'MySQL Community Server', /^warning: MySQL 10\.0\.1 is newer/],
] as const) {
  t.test(`the version ${version} gets the right finding`, async (t) =>
    t.match(received(evaluateVersion({ version, comment })), [wanted]),
  );
}

const good = {
  version: '',
  comment: '',
  maxConnections: 500,
  used: 20,
  flush: 1,
  sqlMode: '',
  charset: 'utf8mb4',
  dataDir: '/',
};
for (const [facts, wanted] of [
  [{}, /^ok: 20 of 500/],
  [{ maxConnections: 80 }, /^warning: `max_connections` is 80, and the processes can open 100 .*max_connections = 120/],
  [{ used: 490 }, /^warning: 490 of 500/],
  [{ flush: 2 }, /^warning: `innodb_flush_log_at_trx_commit` is 2/],
  [{ sqlMode: 'ANSI_QUOTES,PIPES_AS_CONCAT' }, /^warning: `sql_mode` has ANSI_QUOTES, /],
] as const) {
  t.test(`a server with ${JSON.stringify(facts)} gets the right finding`, async (t) =>
    t.match(received(evaluateServer({ ...good, ...facts }, 100))[0], wanted),
  );
}

t.test("a real server's type, wrong character set and small size are reported", async (t) => {
  t.match(received(await checkMysql(subject())), [/^ok: (MariaDB|MySQL) \d/]);
  await rowsOf(mysqlUrl, `ALTER DATABASE ${new URL(mysqlUrl).pathname.slice(1)} CHARACTER SET latin1`);
  const fresh = openDb(mysqlUrl, { poolSize: 1 });
  t.teardown(() => fresh.destroy());
  const said = received(await checkMysqlSettings(subject({ MYSQL_POOL_SIZE: '1000' }, { links: fresh })));
  t.match(said.join('\n'), /`max_connections` is \d+, and the processes can open/);
  t.match(said.join('\n'), /the database has the character set latin1/);
  await rowsOf(mysqlUrl, `ALTER DATABASE ${new URL(mysqlUrl).pathname.slice(1)} CHARACTER SET utf8mb4`);
});

t.test('databases that are down or not configured are reported, and checks that need them are unknown', async (t) => {
  const closed = openDb(`mysql://u:secret@127.0.0.1:${await freePort()}/x`, { poolSize: 1 });
  const gone = new Redis(await freePort(), { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  gone.on('error', () => {});
  t.teardown(() => Promise.all([closed.destroy(), gone.disconnect()]));
  const away = subject({}, { links: closed, contacts: closed, redis: gone });
  const checked = await runChecks(allChecks, away);
  const of = (name: string) => checked.find((one) => one.name === name);
  t.match(of('MySQL'), { state: 'failed', found: 'it does not answer (ECONNREFUSED)', todo: /MYSQL_URL/ });
  t.match(of('Redis'), { state: 'failed', todo: /REDIS_URL/ });
  for (const name of [
    'MySQL settings',
    'Redis settings',
    'clocks',
    'queues',
    'webhooks of contacts',
    'custom domains',
  ]) {
    t.match(of(name), { state: 'unknown', found: /while a store is down/ }, name);
  }
  t.notMatch(JSON.stringify(checked), /secret/);
  t.match(received(await checkMysql({ config: away.config, now })), [/^failed: the private MariaDB is not running/]);
  t.match(received(await checkRedis({ config: away.config, now })), [/^failed: the private Redis is not running/]);
});

t.test('pending migrations are reported', async (t) => {
  const { mysqlUrl: empty } = await createStores(t);
  t.match(received(await checkMigrations(subject().config, empty)), [
    /^failed: the database lacks \d+ migrations.*`waypost migrate`$/,
  ]);
});

t.test('a Redis that evicts jobs, is nearly full or does not persist its data is reported', async (t) => {
  await redis.config('SET', 'appendonly', 'yes');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  t.match(received(await checkRedis(subject())), [/^ok: (Redis|Valkey) \d/]);
  t.match(received(await checkRedisSettings(subject())), [/^ok/]);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  t.match(received(await checkRedisSettings(subject())), [/^warning: `maxmemory-policy` is allkeys-lru/]);
  const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1];
  await redis.config('SET', 'maxmemory', Math.floor(Number(used) * 1.1));
  await redis.config('SET', 'appendonly', 'no');
  t.match(received(await checkRedisSettings(subject())), [
    /^failed: `maxmemory-policy`/,
    /^warning: `appendonly`/,
    /^warning: \d MB of maxmemory/,
  ]);
  await redis.config('SET', 'maxmemory', '0');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  await redis.config('SET', 'save', '3600 1');
  t.match(received(await checkRedisSettings(subject())), [/^ok/], 'snapshots will do');
});

t.test('a REDIS_URL that points to another kind of server is reported', async (t) => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const wrong = new Redis((other.address() as { port: number }).port, {
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  wrong.on('error', () => {});
  t.teardown(() => [wrong.disconnect(), other.close()]);
  t.match(received(await checkRedis(subject({}, { redis: wrong }))), [/^failed: .*correct REDIS_URL$/]);
});

t.test('a slow Redis is reported as slow, not as down', async (t) => {
  const late = Object.create(redis) as Redis;
  const delayed = (ms: number) => async () => {
    await sleep(ms);
    return 'PONG' as const;
  };
  late.ping = delayed(150) as never;
  t.match(received(await checkRedis(subject({}, { redis: late }))), [
    /^ok/,
    /^warning: it is slow: an answer took \d+ ms/,
  ]);
  late.ping = (() => Promise.reject(new Error('Command timed out'))) as never;
  t.match(received(await checkRedis(subject({}, { redis: late }))), [/^failed: it is slow/]);
});

t.test('jobs that pile up or failed permanently are reported', async (t) => {
  const key = (of: string) => `{waypost}:mails:${of}`;
  await redis.hset(key('meta'), 'opts', '{}');
  t.match(received(await checkQueues(subject())), [/^ok: 0 jobs queued/]);
  await redis.rpush(key('wait'), ...Array.from({ length: 10_001 }, String));
  await redis.zadd(key('failed'), 1, 'a');
  t.match(received(await checkQueues(subject())), [
    /^warning: 10,001 jobs of mails queued/,
    /^warning: 1 job of mails failed/,
  ]);
});

t.test('clocks that differ are reported, but a slow answer is not mistaken for a wrong clock', async (t) => {
  t.match(received(await checkClock(subject()))[0], /^(ok|warning: nothing sets)/);
  const slow = Object.create(redis) as Redis;
  slow.time = async () => [Math.floor(Date.now() / 1_000) - 60, 0] as never;
  t.match(
    received(await checkClock(subject({}, { redis: slow })))[0],
    /^warning: the clock of Redis differs by 6[01] s from/,
  );
  slow.time = async () => {
    const time = await redis.time();
    await sleep(1_200);
    return time;
  };
  t.notMatch(
    received(await checkClock(subject({}, { redis: slow })))[0],
    /clock of/,
    'a late answer is no wrong clock',
  );
});

t.test('services that do not answer, are not ready or have no processes are reported', async (t) => {
  const port = String(await freePort());
  t.match(received(await checkPort('links')(subject({ LINKS_PORT: port }))), [
    /^failed: .* does not answer .*`systemctl start waypost`/,
  ]);
  const unready = createServer((socket) => {
    const body = '{"status":"not_ready","failing":{"mysql":"cannot be reached"}}';
    socket.end(`HTTP/1.1 503 x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  });
  await new Promise<void>((resolve) => unready.listen(Number(port), '127.0.0.1', resolve));
  t.teardown(() => unready.close());
  t.match(received(await checkPort('links')(subject({ LINKS_PORT: port }))), [
    /^failed: .* is not ready: mysql cannot be reached/,
  ]);
  t.match(received(await checkProcesses(subject())), [/^failed: no process is running/]);
});

t.test("a process running from another folder than the current release's causes a warning", async (t) => {
  const values = [{ value: 1, labels: { process: 'links', pid: String(process.pid) } }];
  const socket = createHttpServer((_, answer) =>
    answer.end(JSON.stringify([{ name: 'process_resident_memory_bytes', values }])),
  );
  const file = await socketPath(path.join(dir, 'metrics'), `${process.pid}.metrics.sock`);
  await new Promise<void>((resolve) => socket.listen(file, resolve));
  const here = process.cwd();
  t.teardown(() => {
    process.chdir(here);
    socket.close();
  });
  process.chdir(dir);
  t.match(received(await checkReleases(subject())), [
    /^warning: some processes run another release: links \d+ → `systemctl/,
  ]);
  t.match(received(await checkProcesses(subject({ LINKS_INSTANCES: '3' }))), [
    /^warning: 1 of 3 processes of links are running/,
    /^failed: 0 of 1 processes of links-worker are running/,
    /^failed: 0 of 1 processes of automations are running/,
  ]);
});

const room = { bavail: 500, blocks: 1_000, bsize: 2 ** 20, ffree: 500, files: 1_000 };
for (const [what, found, wanted] of [
  ['room', evaluateRoom(room, '/x', 'LOCAL_DIR'), /^ok: 0\.5 GB of 1\.0 GB are free for LOCAL_DIR in \/x/],
  ['a disk that is nearly full', evaluateRoom({ ...room, bavail: 10 }, '/x', 'LOCAL_DIR'), /^failed: .*du -xh/],
  ['little disk space', evaluateRoom({ ...room, blocks: 10_000 }, '/x', 'LOCAL_DIR'), /^warning: 0\.5 GB of 9\.8 GB/],
  ['few inodes', evaluateRoom({ ...room, ffree: 9 }, '/x', 'LOCAL_DIR'), /^warning: 9 of 1000 inodes/],
  [
    'little memory',
    evaluateMemory('MemTotal: 1048576 kB\nMemAvailable: 1024 kB\n'),
    /^warning: 0\.0 GB of 1\.0 GB of memory/,
  ],
  [
    'much memory in swap',
    evaluateMemory('MemTotal: 9 kB\nMemAvailable: 9 kB\nSwapTotal: 1048576 kB\nSwapFree: 0 kB\n'),
    /^warning: 1\.0 GB of 1\.0 GB of swap/,
  ],
  ['a low limit on open files', evaluateFileLimit(1_024), /^warning: a process can open 1024 files.*LimitNOFILE/],
] as const) {
  t.test(`a machine with ${what} gets the right finding`, async (t) => t.match(received(found)[0], wanted));
}

t.test('a missing LOCAL_DIR and the free space are reported', async (t) => {
  t.match(received(await checkDisk(subject({ LOCAL_DIR: path.join(dir, 'none') }))), [
    /^unknown: LOCAL_DIR, .* does not exist/,
  ]);
  t.match(received(await checkDisk(subject()))[0], /free for LOCAL_DIR/);
  t.same(await checkMysqlDisk(subject({ MYSQL_URL: 'mysql://u@db.example.com/x' })), [], "another machine's");
});

t.test('domain names that do not resolve and servers without a certificate are reported', async (t) => {
  const dns = await startDns(t);
  dns.set('go.example.test', 'A', '127.0.0.1');
  const https = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  t.teardown(() => https.close());
  const { port } = https.address() as { port: number };
  dns.set('crm.example.test', 'A', '127.0.0.1');
  const closed = await freePort();
  const env = {
    BASE_URL: `https://go.example.test:${port}/api`,
    DEFAULT_SHORT_DOMAIN: `none.example.test:${port}`,
    SITE_URL: `https://crm.example.test:${closed}`,
    DNS_RESOLVERS: dns.address,
  };
  const look = subject(env);
  t.match(received(await checkDns(look)).sort(), [
    /^failed: none\.example\.test of DEFAULT_SHORT_DOMAIN has no IP address → create an A record/,
    /^ok: crm\.example\.test points to 127\.0\.0\.1/,
    /^ok: go\.example\.test points to 127\.0\.0\.1/,
  ]);
  t.match(received(await checkCertificates(look)).sort(), [
    /^failed: go\.example\.test: the server offers no certificate/,
    /^warning: nothing answers at crm\.example\.test/,
  ]);
  const ofOneName = dns.asked.filter((question) => question === 'A go.example.test');
  t.equal(ofOneName.length, 1, 'DNS is queried once for both');
  dns.mood('go.example.test', 'fails');
  t.match(received(await checkDns(subject(env))).join('\n'), /unknown: DNS did not answer for go\.example\.test/);
  t.same(await checkDns(subject()), [], "only this machine's");
});

for (const [days, wanted] of [
  [60, 'ok: the certificate of go.example is valid for 60 days → '],
  [5, 'warning: the certificate of go.example is valid for 5 days → see to Caddy'],
] as const) {
  t.test(`a certificate that expires in ${days} days gets the right finding`, async (t) => {
    t.same(received(termOf('go.example', hoursAgo(-24 * days), now, 'see to Caddy')), [wanted]);
  });
}

t.test('custom domains are reported if they point elsewhere or their certificate expires soon', async (t) => {
  t.match(received(await checkDomains(subject())), [/^ok/]);
  const soon = '2001-02-03';
  await rowsOf(
    mysqlUrl,
    "INSERT INTO workspaces (id, public_id, name, created_at, updated_at) VALUES (1, 'ws_1', 'W', NOW(), NOW())",
  );
  for (const [id, host, status, certificate, ends] of [
    [1, 'a.example', 'misconfigured', 'active', '2999-01-01'],
    [2, 'b.example', 'verified', 'active', soon],
    [3, 'c.example', 'verified', 'active', '2999-01-01'],
  ])
    await rowsOf(
      mysqlUrl,
      `INSERT INTO domains (public_id, workspace_id, hostname, status, certificate_status, certificate_expires_at, created_at, updated_at)
       VALUES ('dom_${id}', 1, '${host}', '${status}', '${certificate}', '${ends}', NOW(), NOW())`,
    );
  await rowsOf(mysqlUrl, "INSERT INTO certificates (hostname, error) VALUES ('d.example', 'the authority refused')");
  t.match(received(await checkDomains(subject())), [
    /^warning: a\.example: its DNS .*; b\.example: its certificate expires on 2001-02-03 →/,
  ]);
  t.match(
    received(await checkDomains(subject({ ACME_DIRECTORY: 'https://acme.example' })))[0],
    /d\.example: the authority refused/,
  );
});

t.test('a mail server that is down, a working mail server and a missing one are distinguished', async (t) => {
  const mailbox = await startMailServer(t);
  t.match(received(await checkMailServer(subject({ SMTP_URL: mailbox.url }))), [/^ok: .* accepts emails/]);
  const away = `smtp://user:secret@127.0.0.1:${await freePort()}`;
  const said = received(await checkMailServer(subject({ SMTP_URL: away })));
  t.match(said, [/^failed: 127\.0\.0\.1:\d+ does not accept emails \(ESOCKET\) → correct SMTP_URL/]);
  t.notMatch(said.join(), /secret/);
  t.match(received(await checkMailServer(subject(proxied))), [/^warning: .*set SMTP_URL/]);
});

t.test('emails, webhooks and jobs of both services that wait too long or have failed are reported', async (t) => {
  const old = hoursAgo(3).toISOString().slice(0, 19);
  for (const [service, prefix, columns, values] of [
    ['links', '', '', ''],
    ['contacts', 'wp_automations_', ', due_at', ", '2000-01-01'"],
  ] as const) {
    t.match(received(await checkMails(service)(subject())), [/^ok/]);
    t.match(received(await checkWebhooks(service)(subject())), [/^ok/]);
    for (const status of ['waiting', 'failed'])
      await rowsOf(
        mysqlUrl,
        `INSERT INTO ${prefix}mails (kind, recipient, data, status, created_at${columns}) VALUES ('x', 'a@x.example', '{}', '${status}', '${old}'${values})`,
      );
    const own = prefix ? [] : ['public_id, workspace_id, created_by, updated_at', `'wh_1', 1, 1, '${old}'`];
    await rowsOf(
      mysqlUrl,
      `INSERT INTO ${prefix}webhooks (id, url, events, secret, active, failing_since, created_at${own[0] ? `, ${own[0]}` : ''})
       VALUES (1, 'https://hooks.example.com/secret', 'x', 's', 0, '${old}', '${old}'${own[1] ? `, ${own[1]}` : ''})`,
    );
    await rowsOf(
      mysqlUrl,
      `INSERT INTO ${prefix}webhook_deliveries (webhook_id, event_id, event, payload, status, created_at, attempted_at)
       VALUES (1, '${'a'.repeat(32)}', 'x', '{}', 'dead', '${old}', '${old}')`,
    );
    t.match(received(await checkMails(service)(subject())), [/^warning: 1 email queued/, /^warning: 1 email failed/]);
    const said = received(await checkWebhooks(service)(subject()));
    t.match(said, [/^warning: 1 webhook failing \(hooks\.example\.com\): 1 event not delivered .*1 webhook off/]);
    t.notMatch(said.join(), /secret/);
  }
  t.match(received(await checkJobs(subject())), [/^ok/]);
  const job = (ended: string, failed: number) =>
    rowsOf(
      mysqlUrl,
      `INSERT INTO wp_automations_jobs (status, filter, action, total, failed, by_type, by_id, by_name, created_at, ended_at)
       VALUES ('running', '{}', '{}', 1, ${failed}, 'admin', 1, 'A', '${old}', ${ended})`,
    );
  await Promise.all([job('NULL', 0), job(`'${old}'`, 1)]);
  t.match(received(await checkJobs(subject())), [/^warning: 1 job running/, /^warning: 1 job of the last/]);
});

t.test('clicks that no worker stores are reported', async (t) => {
  const spool = path.join(dir, 'spool', 'one');
  t.match(received(await checkSpool(subject())), [/^ok/]);
  await mkdir(spool, { recursive: true });
  const file = path.join(spool, 'a.clicks');
  await writeFile(file, 'x');
  for (const [minutes, wanted] of [
    [1, /^ok/],
    [10, /^warning: 1 KB of clicks wait on disk, the oldest for 10 minutes/],
    [120, /^failed: .*120 minutes → check whether links-worker/],
  ] as const) {
    await utimes(file, hoursAgo(minutes / 60), hoursAgo(minutes / 60));
    t.match(received(await checkSpool(subject())), [wanted]);
  }
  await writeFile(file, Buffer.alloc(5 << 20));
  t.match(received(await checkSpool(subject({ SPOOL_MEGABYTES: '8' })))[0], /more than half of SPOOL_MEGABYTES/);

  const elsewhere = await mkdtemp(path.join(tmpdir(), 'waypost-linked-'));
  await rename(file, path.join(elsewhere, 'a.clicks'));
  await symlink(elsewhere, path.join(dir, 'spool', 'linked'));
  await symlink(path.join(elsewhere, 'a.clicks'), file);
  t.match(received(await checkSpool(subject({ SPOOL_MEGABYTES: '8' }))), [/^ok/], 'links are not followed');
  await rm(elsewhere, { recursive: true });
});

t.test('threat lists, country databases and backups that are too old are reported', async (t) => {
  t.same(await checkLists(subject()), [], 'no list is set');
  const lists = { SAFETY_LISTS: 'https://lists.example/a,https://lists.example/b,https://lists.example/c' };
  for (const values of [`'a', '${hoursAgo(9).toISOString().slice(0, 19)}', NULL`, `'b', NOW(), 'answered 500'`])
    await rowsOf(
      mysqlUrl,
      `INSERT INTO safety_lists (name, source, checked_at, last_error) SELECT x.* FROM (SELECT ${values.replace(',', ", 's',")}) x`,
    );
  t.match(received(await checkLists(subject(lists))), [
    /a has not been read for hours/,
    /b cannot be read: answered 500/,
    /2 of 3 threat lists/,
  ]);
  t.match(received(await checkGeo(subject())), [/^(ok|warning): the country database is \d+ days old/]);
  t.match(received(await checkGeo(subject({}, { now: new Date('2099-01-01') }))), [/^warning: .*GEO_DATABASE/]);

  t.same(await checkBackup(subject()), [], 'a checkout of one machine');
  t.match(received(await checkBackup(subject(proxied))), [/^warning: there is no backup by .waypost backup./]);
  const file = path.join(dir, 'x.backup');
  await writeFile(file, '');
  const note = (at: Date) =>
    writeFile(path.join(dir, 'last-backup.json'), JSON.stringify({ at, file, bytes: 1, version: '0.1.0' }));
  await note(hoursAgo(5));
  t.match(received(await checkBackup(subject(proxied))), [/^ok: the newest backup is 5 hours old/]);
  await note(hoursAgo(50));
  t.match(received(await checkBackup(subject(proxied))), [/^warning: .*50 hours old.*waypost backup/]);
  await note(hoursAgo(5));
  await rm(file);
  t.match(received(await checkBackup(subject(proxied))), [/^warning: .*5 hours old.*the file no longer exists/]);
});

t.test('a check that hangs or fails gives the state unknown and does not delay other checks', async (t) => {
  const look = (name: string, work: () => Promise<Finding>, withinMs = 50) => ({
    group: 'Data' as const,
    name,
    look: work,
    withinMs,
  });
  const found = await runChecks(
    [
      look('hangs', () => new Promise(() => {})),
      look('fails', () => Promise.reject(new Error('no such thing'))),
      look('denied', () => Promise.reject(Object.assign(new Error(), { code: 'EACCES' }))),
      look('no table', () => Promise.reject(Object.assign(new Error(), { code: 'ER_NO_SUCH_TABLE' }))),
    ],
    subject(),
  );
  t.match(found, [
    { state: 'unknown', found: /no answer within/ },
    { state: 'unknown', found: 'no such thing' },
    { state: 'unknown', todo: /as root/ },
    { state: 'unknown', todo: '`waypost migrate`' },
  ]);
  t.equal(statusOf(found), 1);
  t.equal(statusOf([{ state: 'ok' }]), 0);
  t.equal(statusOf([{ state: 'failed' }, { state: 'warning' }]), 2);
  t.match(inLines(found, { colour: false, quiet: true }), [/^\? hangs: no answer/, /^ {2}→ run/]);
});

t.test('concurrent callers share one check of a service, and a failed check is repeated', async (t) => {
  let looks = 0;
  let isBroken = true;
  const ask = keepChecks(
    async () => {
      looks++;
      if (isBroken) throw new Error('cannot be loaded');
      return [{ group: 'Data', name: 'one', look: async () => [] }];
    },
    { config: subject().config },
  );
  await t.rejects(ask(), /cannot be loaded/);
  isBroken = false;
  const [first, second] = await Promise.all([ask(), ask()]);
  t.match(first, { state: 'ok', checks: [] });
  t.equal(second, first);
  t.equal(await ask(), first);
  t.equal(looks, 2);
});

t.test('the command reports errors in settings, prints JSON, sends emails and works without databases', async (t) => {
  const run = (script: string, env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(builtRoot, script), ...args], {
      env: { PATH: process.env.PATH, LOCAL_DIR: dir, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
    );
  const ports = { LINKS_PORT: String(await freePort()), AUTOMATIONS_PORT: String(await freePort()) };
  const [wrong, state, whole] = await Promise.all([
    run('shared/check/main.js', { LINKS_PORT: 'many' }, '--quiet'),
    run('shared/check/status.js', ports, '--json'),
    run(
      'shared/check/main.js',
      { ...ports, MYSQL_URL: mysqlUrl, REDIS_URL: server.url },
      '--json',
      '--mail',
      'me@example.com',
    ),
  ]);
  t.match(wrong, { code: 2, stdout: /✗ settings: LINKS_PORT: .*\n {2}→ correct the setting/ });
  t.match(JSON.parse(state.stdout), { processes: [], links: null, stores: [{ state: 'failed' }, { state: 'failed' }] });
  t.equal(whole.code, 2);
  const { status, checks } = JSON.parse(whole.stdout);
  t.equal(status, 'failed');
  t.match(
    checks.find(({ name }: { name: string }) => name === 'mail'),
    { state: 'ok', found: /sent to me@example\.com/ },
  );
  t.match(
    checks.find(({ name }: { name: string }) => name === 'MySQL'),
    { state: 'ok' },
  );
});
