/** HTTPS: a certificate for each host name, renewals that lose no connection, and a clean end. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { json } from '../../../shared/http/answer.ts';
import type { Certificate } from '../../../shared/http/certificate-files.ts';
import { createHttpServer } from '../../../shared/http/server.ts';
import { freePort } from '../../fixtures/processes.ts';
import { type Test, t } from '../../runner/tap.ts';

const run = promisify(execFile);
const dir = await mkdtemp(path.join(tmpdir(), 'waypost-tls-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

/** The errors that a client can see if the handshake is refused. */
const refused = { code: /^(ECONNRESET|ERR_SSL_.*|EPROTO)$/ };

let made = 0;
/** Creates a self-signed certificate. Clients recognise it by `mark`. */
async function makeCertificate(name: string, mark: string): Promise<Certificate> {
  const [key, cert] = ['key', 'crt'].map((end) => path.join(dir, `${++made}.${end}`)) as [string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}/O=${mark}`, '-addext', `subjectAltName=DNS:${name}`];
  await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject]);
  return { key: await readFile(key, 'utf8'), chain: await readFile(cert, 'utf8') };
}

async function start(t: Test) {
  const certificates = new Map<string, Certificate>();
  const faults: string[] = [];
  const files = path.join(dir, `files${++made}`);
  const server = createHttpServer({
    routes: [
      {
        method: 'GET',
        path: '/api/{id}',
        handle: ({ params, headers }) => json(200, { id: params.id, host: headers.host }),
      },
      {
        method: 'POST',
        path: '/api/slow',
        handle: async ({ body }) => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          return json(200, { bytes: body.length });
        },
      },
    ],
    everywhere: [{ method: 'GET', path: '/.well-known/{token}', handle: ({ params }) => json(200, params) }],
    hot: (res, req, kit) => kit.send(res, req, { status: 302, headers: { Location: req.getUrl() } }),
    hotHost: (host) => host.startsWith('custom'),
    unknown: ['/api/*'],
    hsts: { seconds: 5, behindTls: false },
    renderError: (error) => json(500, { error: String(error) }),
  });
  const port = await server.listenTls('127.0.0.1', await freePort(), {
    certificate: (name) => certificates.get(name),
    directory: files,
    onFault: (_, name) => faults.push(name),
  });
  t.teardown(() => server.close());
  type Asked = { name: string; path?: string; method?: string; host?: string; agent?: Agent; body?: string };
  const ask = ({
    name,
    path = '/api/1',
    method = 'GET',
    host = name,
    agent = new Agent({ maxCachedSessions: 0 }),
    body,
  }: Asked) =>
    new Promise<{ status: number; mark: string; text: string; location?: string; closes: boolean }>(
      (resolve, reject) => {
        const asking = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            servername: name,
            headers: { Host: host },
            agent,
            rejectUnauthorized: false,
          },
          async (answer) => {
            const mark = String((answer.socket as TLSSocket).getPeerCertificate().subject?.O);
            let text = '';
            for await (const chunk of answer) text += chunk;
            const { location, connection } = answer.headers;
            resolve({
              status: answer.statusCode ?? 0,
              mark,
              text,
              closes: connection === 'close',
              ...(location ? { location } : {}),
            });
          },
        );
        asking.on('error', reject);
        asking.end(body);
      },
    );
  return { server, certificates, faults, files, port, ask };
}

t.test('each host name gets its own certificate, and names without a certificate fail the handshake', async (t) => {
  const { certificates, ask, files } = await start(t);
  certificates.set('go.test', await makeCertificate('go.test', 'ours'));
  certificates.set('custom.test', await makeCertificate('custom.test', 'theirs'));
  t.match(await ask({ name: 'go.test' }), { status: 200, mark: 'ours', text: '{"id":"1","host":"go.test"}' });
  t.match(await ask({ name: 'go.test', method: 'POST', path: '/api/slow', body: 'x'.repeat(70_000) }), {
    text: '{"bytes":70000}',
  });
  t.match(await ask({ name: 'go.test', path: '/slug' }), { status: 302, location: '/slug' });
  t.match(await ask({ name: 'custom.test', path: '/slug' }), { status: 302, mark: 'theirs', location: '/slug' });
  t.match(await ask({ name: 'custom.test' }), { status: 302 }, 'a custom domain has no API');
  t.match(await ask({ name: 'custom.test', host: 'go.test' }), { status: 302 }, 'with any Host header');
  t.match(await ask({ name: 'go.test', host: 'custom.test' }), { status: 302, mark: 'ours' });
  for (const name of ['go.test', 'custom.test']) {
    t.match(await ask({ name, path: '/.well-known/abc' }), { status: 200, text: '{"token":"abc"}' });
  }
  await t.rejects(ask({ name: 'unknown.test' }), refused);
  certificates.set('unknown.test', await makeCertificate('unknown.test', 'late'));
  t.match(await ask({ name: 'unknown.test' }), { mark: 'late' }, 'a certificate that came later is found');
  t.same(await readdir(files), [], 'no file is left');
});

t.test('a key that does not match its certificate is reported, and the pair is not used', async (t) => {
  const { certificates, ask, faults } = await start(t);
  const [one, two] = [await makeCertificate('bad.test', 'one'), await makeCertificate('bad.test', 'two')];
  certificates.set('bad.test', { chain: one.chain, key: two.key });
  await t.rejects(ask({ name: 'bad.test' }), refused);
  t.same(faults, ['bad.test']);
  certificates.set('bad.test', two);
  t.match(await ask({ name: 'bad.test' }), { mark: 'two' });
});

t.test('after a renewal, open connections finish and new connections get the new certificate', async (t) => {
  const { server, certificates, ask } = await start(t);
  const name = 'go.test';
  certificates.set(name, await makeCertificate(name, 'first'));
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  t.match(await ask({ name, agent }), { mark: 'first', closes: false });
  const slow = ask({ name, method: 'POST', path: '/api/slow', body: 'abc' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  certificates.set(name, await makeCertificate(name, 'second'));
  await server.reloadTls(['other.test']);
  t.match(await ask({ name }), { status: 200, mark: 'first' }, 'names not in use change nothing');
  await server.reloadTls([name]);
  const other = new Agent({ keepAlive: true, maxCachedSessions: 0 });
  t.teardown(() => other.destroy());
  t.match(await ask({ name, agent: other }), { status: 200, mark: 'second', closes: false });
  t.match(await slow, { status: 200, text: '{"bytes":3}', mark: 'first' }, 'an open request is answered');
  t.match(await ask({ name, agent }), { status: 200, mark: 'first' }, 'an open connection still works');
  t.match(await ask({ name, agent }), { status: 200, mark: 'second' }, 'and is then closed');
});

t.test('many renewals under load do not fail a single request', async (t) => {
  const { server, certificates, ask } = await start(t);
  const names = ['a.test', 'b.test', 'custom.test'];
  const all = await Promise.all(names.flatMap((name) => ['0', '1'].map((mark) => makeCertificate(name, mark))));
  const put = (mark: number) =>
    names.forEach((name, index) => {
      certificates.set(name, all[index * 2 + mark] as Certificate);
    });
  put(0);
  let running = true;
  const answered: number[] = [];
  const clients = names.map(async (name) => {
    const agent = new Agent({ keepAlive: true, maxCachedSessions: 0, maxSockets: 1 });
    while (running) {
      const answer = await ask({ name, agent }).catch((fault) => {
        // A connection that the server has not accepted yet can need a retry.
        if (fault.syscall !== 'connect') throw fault;
      });
      if (answer) answered.push(answer.status);
    }
    agent.destroy();
  });
  for (let round = 1; round <= 20; round++) {
    put(round % 2);
    const before = answered.length;
    await server.reloadTls(names);
    while (answered.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  running = false;
  await Promise.all(clients);
  t.same([...new Set(answered)].sort(), [200, 302]);
});

t.test('a draining server finishes its TLS connections and accepts no new ones', async (t) => {
  const { server, certificates, ask } = await start(t);
  const name = 'go.test';
  certificates.set(name, await makeCertificate(name, 'ours'));
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0 });
  t.teardown(() => agent.destroy());
  const slow = ask({ name, agent, method: 'POST', path: '/api/slow', body: 'abc' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const drained = server.drain(5_000);
  t.match(await slow, { status: 200, closes: true });
  await drained;
  await t.rejects(ask({ name }), { code: 'ECONNREFUSED' });
});
