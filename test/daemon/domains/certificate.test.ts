/** A domain's certificate is reported, and no private IP address is ever connected to. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { checkCertificate } from '../../../shared/net/served-certificate.ts';
import { type Test, t } from '../../runner/tap.ts';

const run = promisify(execFile);
const dir = await mkdtemp(path.join(tmpdir(), 'waypost-certificates-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));

/** A self-signed certificate; `over` creates an expired one. */
async function makeCertificate(name: string, { over = false } = {}) {
  const [key, cert, request] = ['key', 'crt', 'csr'].map((end) => path.join(dir, `${name}.${end}`)) as [
    string,
    string,
    string,
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  if (!over) await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '30', ...subject]);
  else {
    // Only `openssl ca` accepts past times, and it needs a database.
    const books = path.join(dir, `${name}.books`);
    const settings = path.join(dir, `${name}.cnf`);
    await writeFile(books, '');
    await writeFile(
      settings,
      `[ca]\ndefault_ca = d\n[d]\ndatabase = ${books}\nnew_certs_dir = ${dir}\nrand_serial = yes\ndefault_md = sha256\n` +
        'policy = p\ncopy_extensions = copy\n[p]\ncommonName = supplied\n',
    );
    const [start, end] = ['20200101000000Z', '20200201000000Z'];
    await run('openssl', ['req', '-new', ...curve, '-keyout', key, '-out', request, ...subject]);
    const times = ['-startdate', start, '-enddate', end];
    const files = ['-keyfile', key, '-in', request, '-out', cert, '-notext'];
    await run('openssl', ['ca', '-batch', '-selfsign', '-config', settings, ...times, ...files]);
  }
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

async function listen(t: Test, server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as { port: number }).port;
}

const good = await makeCertificate('good.test');
const serve = (t: Test, certificate: object) => listen(t, createServer(certificate));
const check = (name: string, port: number, ca?: string, allowPrivate = true) =>
  checkCertificate(name, ['127.0.0.1'], { port, allowPrivate, withinMs: 20_000, ...(ca ? { ca } : {}) });

t.test('a certificate from a trusted authority for the name is active until it expires', async (t) => {
  const found = await check('good.test', await serve(t, good), good.cert);
  t.match(found, { certificateStatus: 'active', certificateError: null });
  const days = (Number(found?.certificateExpiresAt) - Date.now()) / 86_400_000;
  t.ok(days > 29 && days < 31, `${days}`);
});

t.test("a private authority's file is trusted in addition to the public authorities", async (t) => {
  const caFile = path.join(t.testdir({ 'ca.pem': good.cert }), 'ca.pem');
  const options = { port: await serve(t, good), allowPrivate: true, withinMs: 20_000, caFile };
  t.match(await checkCertificate('good.test', ['127.0.0.1'], options), { certificateStatus: 'active' });
});

t.test('certificate errors are reported in readable sentences', async (t) => {
  t.match(await check('other.test', await serve(t, good), good.cert), {
    certificateStatus: 'failed',
    certificateError: /another name/,
    certificateExpiresAt: Date,
  });
  t.match(await check('good.test', await serve(t, good)), {
    certificateStatus: 'failed',
    certificateError: /self-signed|authority/,
  });
  const old = await makeCertificate('old.test', { over: true });
  t.match(await check('old.test', await serve(t, old), old.cert), {
    certificateStatus: 'failed',
    certificateError: /expired/,
  });
  const refusing = createServer({ ...good, SNICallback: (_, done) => done(new Error('no such name')) });
  t.match(await check('good.test', await listen(t, refusing), good.cert), {
    certificateStatus: 'failed',
    certificateError: /offers no certificate/,
  });
});

t.test('the certificate of an unreachable host is not evaluated', async (t) => {
  const port = await serve(t, good);
  t.equal(await check('good.test', port, good.cert, false), undefined, 'a private address is not connected to');
  t.equal(await checkCertificate('good.test', [], { port, allowPrivate: true, withinMs: 20_000 }), undefined);
  const closed = createTcpServer();
  const free = await listen(t, closed);
  await new Promise((resolve) => closed.close(resolve));
  t.equal(await check('good.test', free), undefined, 'nobody listens');
  const silent = await listen(
    t,
    createTcpServer((socket) => socket.on('error', () => {}).resume()),
  );
  t.equal(
    await checkCertificate('good.test', ['127.0.0.1'], { port: silent, allowPrivate: true, withinMs: 200 }),
    undefined,
    'a server that says nothing',
  );
});
