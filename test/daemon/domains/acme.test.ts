/**
 * Certificates that Waypost obtains from Debian's pebble: ordered by the worker, proven by any server process, served for the right
 * name, renewed in use, and failing visibly.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { Tables } from '../../../daemon/core/tables.ts';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import { addWorkspace, caller, type Json } from '../../fixtures/daemon.ts';
import { setRecords, startDns } from '../../fixtures/dns.ts';
import { missingPebble, preparePebble } from '../../fixtures/pebble.ts';
import { freePort, service } from '../../fixtures/processes.ts';
import { ask } from '../../fixtures/requests.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const missing = await missingPebble();

t.test(
  'certificates are obtained, renewed and served',
  { skip: missing ? `pebble is missing: ${missing}` : false },
  async (t) => {
    const dns = await startDns(t);
    const { mysql, redis } = await startServers(t);
    await migrateLinks(mysql.url);
    const db = openDb<Tables>(mysql.url, { poolSize: 4 });
    t.teardown(() => db.destroy());
    const dir = await mkdtemp(path.join(tmpdir(), 'waypost-acme-'));
    t.teardown(() => rm(dir, { recursive: true, force: true }));

    const own = 'go.waypost.test';
    dns.set(own, 'A', '127.0.0.1');
    const pebble = await preparePebble(t, dns.address);
    const env = {
      MYSQL_URL: mysql.url,
      REDIS_URL: redis.url,
      DEFAULT_SHORT_DOMAIN: own,
      DNS_RESOLVERS: dns.address,
      DOMAIN_VERIFY_SECONDS: '0',
      ACME_DIRECTORY: pebble.directory,
      ACME_CA_FILE: pebble.caFile,
      LOG_LEVEL: 'warn',
    };
    const tlsPorts = [await freePort(), await freePort()] as const;
    // Two processes that share only the databases and the secret's file.
    const servers = await Promise.all(
      tlsPorts.map((port, n) =>
        service(t, 'daemon/server.js', 'LINKS_PORT', {
          ...env,
          LOCAL_DIR: dir,
          NODE_APP_INSTANCE: String(n),
          TLS_PORT: String(port),
        }),
      ),
    );
    const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]];
    await pebble.start(first.port);
    const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', { ...env, LOCAL_DIR: dir }, '/metrics');
    t.teardown(() => t.passing() || console.error([worker, ...servers].map(({ output }) => output()).join('\n')));
    await Promise.all([first.start(), second.start(), worker.start()]);

    const daemon = { origin: `http://127.0.0.1:${second.port}` };
    const workspace = await addWorkspace(db, 'scale');
    const call = caller(daemon, workspace.key);

    type Served = { status: number; certificate: PeerCertificate; location: string | undefined };
    /** An HTTPS visit, which fails unless the certificate is pebble's for this name. */
    const visit = async (port: number, name: string, at: string, agent?: Agent): Promise<Served> => {
      const ca = await pebble.root();
      return new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: at, servername: name, headers: { Host: name }, ca };
        request({ ...options, agent: agent ?? new Agent({ maxCachedSessions: 0 }) }, (answer) => {
          const certificate = (answer.socket as TLSSocket).getPeerCertificate();
          answer.resume().on('end', () => {
            resolve({ status: answer.statusCode ?? 0, certificate, location: answer.headers.location });
          });
        })
          .on('error', reject)
          .end();
      });
    };
    const visitUntilServed = (port: number, name: string, at: string, differsFrom?: string): Promise<Served> =>
      until(async () => {
        const served = await visit(port, name, at).catch(() => undefined);
        return served?.certificate.serialNumber !== differsFrom && served;
      });
    const domainUntil = (hostname: string, holds: (domain: Json) => boolean): Promise<Json> =>
      until(
        async () => (await call('GET', '/domains')).json.domains.find((one: Json) => one.hostname === hostname),
        holds,
      );
    async function connect(hostname: string): Promise<Json> {
      const { json } = await call('POST', '/domains', { hostname });
      setRecords(dns, json);
      return (await call('POST', `/domains/${json.id}/verify`)).json;
    }
    const failuresOf = async (hostname: string) =>
      (await db.selectFrom('certificates').select('failures').where('hostname', '=', hostname).executeTakeFirst())
        ?.failures ?? 0;
    const renewNow = (hostname: string) =>
      db.updateTable('certificates').set({ next_attempt_at: new Date() }).where('hostname', '=', hostname).execute();

    t.match(await visitUntilServed(tlsPorts[0], own, '/healthz'), {
      status: 200,
      certificate: { subjectaltname: `DNS:${own}` },
    });
    const hostname = 'links.customer.test';
    const served: Record<string, string> = {};

    await t.test(
      "a verified domain gets a certificate, and every process serves the certificate for the domain's name",
      async (t) => {
        t.match(await connect(hostname), { status: 'verified', certificate: { status: 'pending' } });
        await call('POST', '/links', { url: 'https://example.com/', domain: hostname, slug: 'a' });
        for (const port of tlsPorts) {
          const { status, certificate, location } = await visitUntilServed(port, hostname, '/a');
          t.match([status, location], [302, 'https://example.com/']);
          t.equal(certificate.subjectaltname, `DNS:${hostname}`);
          served[port] = certificate.serialNumber;
        }
        t.equal(served[tlsPorts[0]], served[tlsPorts[1]], 'one certificate, ordered once');
        t.equal((await visit(tlsPorts[0], own, '/healthz')).certificate.subjectaltname, `DNS:${own}`);
        await t.rejects(visit(tlsPorts[0], 'stranger.test', '/'), { code: /^(ECONNRESET|ERR_SSL_.*|EPROTO)$/ });
        const domain = await domainUntil(hostname, ({ certificate }) => certificate.status === 'active');
        t.match(domain.certificate, { expiresAt: /Z$/, error: null });
        t.ok(Date.parse(domain.certificate.expiresAt) > Date.now());
        const { entries } = (await call('GET', '/audit')).json;
        t.match(entries[0], { action: 'domain.certificate', actor: { type: 'system' }, objectId: domain.id });
      },
    );

    await t.test('no private key is readable in MySQL or on disk', async (t) => {
      const rows = await db.selectFrom('certificates').selectAll().execute();
      t.equal(rows.length, 2);
      const accounts = await db.selectFrom('acme_accounts').selectAll().execute();
      for (const { private_key } of [...rows, ...accounts]) t.notMatch(String(private_key), /PRIVATE KEY/);
      t.notMatch(await readFile(path.join(dir, 'certificates.json'), 'utf8'), /PRIVATE KEY/);
      t.same(await db.selectFrom('acme_challenges').selectAll().execute(), [], 'no challenge is left');
    });

    await t.test('known challenges are answered on every host, and unknown challenges are not', async (t) => {
      await db
        .insertInto('acme_challenges')
        .values({
          token: 'a-token-for-the-test',
          key_authorization: 'answer',
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute();
      const at = '/.well-known/acme-challenge/a-token-for-the-test';
      for (const { port } of servers) {
        for (const Host of [own, hostname, 'anything.test']) {
          t.match(await ask(port, { path: at, headers: { Host } }), { status: 200, body: 'answer' });
        }
        t.equal((await ask(port, { path: `${at}x`, headers: { Host: hostname } })).status, 404);
        t.equal((await ask(port, { path: '/.well-known/acme-challenge/..%2f', headers: { Host: own } })).status, 404);
      }
      await db.deleteFrom('acme_challenges').execute();
    });

    await t.test('every process serves a renewed certificate without losing an open connection', async (t) => {
      const agent = new Agent({ keepAlive: true, maxCachedSessions: 0, maxSockets: 1 });
      t.teardown(() => agent.destroy());
      t.equal((await visit(tlsPorts[0], hostname, '/a', agent)).status, 302);
      await renewNow(hostname);
      for (const port of tlsPorts) {
        const { certificate, status } = await visitUntilServed(port, hostname, '/a', served[port]);
        t.equal(status, 302);
        t.not(certificate.serialNumber, served[port]);
        served[port] = certificate.serialNumber;
      }
      t.equal((await visit(tlsPorts[0], own, '/healthz')).status, 200);
      t.equal((await visit(tlsPorts[0], hostname, '/a', agent)).status, 302);
    });

    await t.test(
      'if a certificate authority refuses an order, this is reported and retried later, and the old certificate stays in use',
      async (t) => {
        const broken = 'broken.customer.test';
        const { json } = await call('POST', '/domains', { hostname: broken });
        // The domain is verified, but no DNS server knows its IP address.
        const { id } = (await findDomainByHostname(db, broken)) as DomainRow;
        await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
        const failed = await domainUntil(broken, ({ certificate }) => certificate.status === 'failed');
        t.match(failed, { status: 'verified', certificate: { expiresAt: null, error: /./ } });
        const row = await db
          .selectFrom('certificates')
          .selectAll()
          .where('hostname', '=', broken)
          .executeTakeFirstOrThrow();
        t.equal(row.failures, 1);
        t.ok(Number(row.next_attempt_at) > Date.now() + 5 * 60_000, 'not at once');
        await renewNow(broken);
        await until(async () => (await failuresOf(broken)) === 2);
        const again = await db.selectFrom('certificates').selectAll().where('hostname', '=', broken).executeTakeFirst();
        t.ok(Number(again?.next_attempt_at) > Date.now() + 15 * 60_000, 'less and less often');
        await call('DELETE', `/domains/${json.id}`);
        t.equal(
          await db.selectFrom('certificates').where('hostname', '=', broken).selectAll().executeTakeFirst(),
          undefined,
        );

        dns.mood(hostname, 'fails');
        await renewNow(hostname);
        const kept = await domainUntil(hostname, ({ certificate }) => certificate.error !== null);
        t.match(kept.certificate, { status: 'active', expiresAt: /Z$/ });
        dns.mood(hostname, 'answers');
        t.equal((await visit(tlsPorts[0], hostname, '/a')).status, 302);
      },
    );

    await t.test('a process that starts without MySQL serves the cached certificates', async (t) => {
      await first.end('SIGTERM');
      await mysql.stop();
      await first.start();
      const { status, certificate } = await visitUntilServed(tlsPorts[0], hostname, '/a');
      t.match([status, certificate.serialNumber], [302, served[tlsPorts[0]]]);
      await mysql.start();
    });

    await t.test('if the authority no longer knows the account, Waypost registers a new account', async (t) => {
      const account = async () => (await db.selectFrom('acme_accounts').select('url').executeTakeFirst())?.url;
      const before = await account();
      await pebble.stop();
      await pebble.start(first.port);
      await renewNow(hostname);
      const { status } = await visitUntilServed(tlsPorts[0], hostname, '/a');
      t.equal(status, 302, "the new authority's certificate is served");
      t.not(await account(), before);
    });

    await t.test('a stopping process drains TLS connections and ends cleanly', async (t) => {
      await second.end('SIGTERM');
      await t.rejects(visit(tlsPorts[1], hostname, '/a'), { code: 'ECONNREFUSED' });
      t.equal(await second.exited(), 0);
    });
  },
);
