/** A built browser application as it is served: in the form a browser takes, from memory, and over a change of builds. */
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { createHttpServer } from '../../shared/http/server.ts';
import { publishBuild } from '../../shared/static-build-files.ts';
import { openStaticSite } from '../../shared/static-site.ts';
import { ask, sendRaw } from '../fixtures/requests.ts';

const day = 86_400_000;
const root = await mkdtemp(path.join(tmpdir(), 'waypost-site-'));
t.teardown(() => rm(root, { recursive: true, force: true }));
let made = 0;
const newFolder = () => path.join(root, `folder${++made}`);

/** A build of these assets; the page says which it is. */
async function publish(folder: string, assets: Record<string, string>, now?: number): Promise<void> {
  const from = newFolder();
  await mkdir(path.join(from, 'assets'), { recursive: true });
  await writeFile(path.join(from, 'index.html'), `<!doctype html>${Object.keys(assets).join(' ')}`);
  for (const [name, text] of Object.entries(assets)) await writeFile(path.join(from, 'assets', name), text);
  await publishBuild(from, folder, now);
}

async function serve(t: Test, folder: string): Promise<number> {
  const routes = await openStaticSite({ at: '/app', folder, missing: () => ({ status: 503, body: 'not built' }) });
  const server = createHttpServer({
    routes,
    renderError: (error) => ({ status: 500, body: String(error) }),
    hsts: { seconds: 60, behindTls: true },
  });
  t.teardown(() => server.close());
  return server.listen('127.0.0.1', 0);
}

const script = `console.log('${'x'.repeat(2_000)}')`;
const first = { 'main-aaaa.js': script, 'main-bbbb.css': 'a{}', 'icon-cccc.svg': '<svg/>', 'main-aaaa.js.map': '{}' };

t.test('the page is answered below its address, with what keeps it to itself', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  const port = await serve(t, folder);
  for (const at of ['/app', '/app/', '/app/links/lnk_1?token=secret', '/app/a/../../b', '/app/assets']) {
    const { status, headers, body } = await ask(port, { path: at });
    t.equal(status, 200, at);
    t.match(body, /^<!doctype html>main-aaaa/);
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'strict-transport-security': 'max-age=60',
      vary: 'Accept-Encoding',
      etag: /^"[\w-]{22}"$/,
    });
  }
  t.equal((await ask(port, { path: '/app', method: 'POST' })).status, 500, 'it is only read');
  t.equal((await ask(port, { path: '/application' })).status, 500, 'and nothing beside it is its own');
});

t.test('assets are for ever, in the best form that is accepted', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  const port = await serve(t, folder);
  const tags = new Set<unknown>();
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.000', undefined],
    ['deflate', undefined],
    ['', undefined],
  ] as const) {
    const response = await raw(port, '/app/assets/main-aaaa.js', accepted);
    t.equal(response.headers['content-encoding'], encoding, accepted);
    t.equal(response.text, script);
    t.match(response.headers, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    tags.add(response.headers.etag);
  }
  t.equal(tags.size, 3, 'each form has a tag of its own');
  for (const [name, type] of [
    ['main-bbbb.css', 'text/css; charset=utf-8'],
    ['icon-cccc.svg', 'image/svg+xml'],
    ['main-aaaa.js.map', 'application/json'],
  ])
    t.equal((await ask(port, { path: `/app/assets/${name}` })).headers['content-type'], type);
});

async function raw(port: number, at: string, accepted: string) {
  const response = await fetch(`http://127.0.0.1:${port}${at}`, { headers: { 'accept-encoding': accepted } });
  return { headers: Object.fromEntries(response.headers), text: await response.text() };
}

t.test('what a browser has already is not sent again, and HEAD sends no body', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  const port = await serve(t, folder);
  for (const at of ['/app', '/app/assets/main-aaaa.js']) {
    const { headers, body } = await ask(port, { path: at });
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await ask(port, { path: at, headers: { 'if-none-match': known } });
      t.same([again.status, again.body, again.headers.etag], [304, '', etag], known);
      t.equal(again.headers['cache-control'], headers['cache-control']);
    }
    const packed = { 'if-none-match': etag, 'accept-encoding': 'br' };
    t.equal((await ask(port, { path: at, headers: packed })).status, 200, 'another form is another answer');
    const head = await ask(port, { path: at, method: 'HEAD' });
    t.same([head.status, head.body, head.headers['content-length']], [200, '', String(Buffer.byteLength(body))]);
  }
});

t.test('a path leads nowhere else', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  await writeFile(path.join(root, 'secret.js'), 'secret');
  const port = await serve(t, folder);
  for (const name of [
    'unknown-aaaa.js',
    '../index.html',
    '../builds.json',
    '../../secret.js',
    '..%2f..%2fsecret.js',
    '%2e%2e/%2e%2e/secret.js',
    '..\\..\\secret.js',
    'main-aaaa.js%00',
    'main-aaaa.js.br',
    'main-aaaa.js/',
    'x/assets/main-aaaa.js',
    '',
    '.',
    'constructor',
  ]) {
    const answer = await sendRaw(port, `GET /app/assets/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    t.match(answer, /^HTTP\/1\.1 404 /, name);
    t.match(answer, /Cache-Control: no-store/, name);
    t.notMatch(answer, /secret'/);
  }
});

t.test('over a change of builds the files of the build before still answer, from old and new processes', async (t) => {
  const folder = newFolder();
  await publish(folder, { 'a-1.js': 'a1', 'same-1.js': 's' }, 0);
  const old = await serve(t, folder);
  await publish(folder, { 'a-2.js': 'a2', 'same-1.js': 's' }, 30 * day);
  const next = await serve(t, folder);
  const statuses = async (port: number, ...names: string[]) =>
    Promise.all(names.map(async (name) => (await ask(port, { path: `/app/assets/${name}` })).status));
  t.match((await ask(old, { path: '/app' })).body, /a-1\.js/);
  t.match((await ask(next, { path: '/app' })).body, /a-2\.js/);
  for (const port of [next, old]) {
    const found = () => statuses(port, 'a-1.js', 'a-2.js', 'same-1.js');
    let answered = await found();
    // A process looks for what it does not know once a second.
    while (answered.includes(404)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answered = await found();
    }
    t.same(answered, [200, 200, 200]);
  }
});

t.test('builds of the last day are kept, and the one before however old', async (t) => {
  const folder = newFolder();
  const there = async () => (await readdir(path.join(folder, 'assets'))).filter((name) => name.endsWith('.js')).sort();
  await publish(folder, { 'a-1.js': '' }, 0);
  await publish(folder, { 'a-2.js': '' }, 10 * day);
  t.same(await there(), ['a-1.js', 'a-2.js']);
  await publish(folder, { 'a-2.js': '' }, 10 * day + 1);
  t.same(await there(), ['a-1.js', 'a-2.js'], 'the same once more is no other build');
  await publish(folder, { 'a-3.js': '' }, 10 * day + 2);
  await publish(folder, { 'a-4.js': '' }, 10 * day + 3);
  t.same(await there(), ['a-1.js', 'a-2.js', 'a-3.js', 'a-4.js']);
  await publish(folder, { 'a-5.js': '' }, 20 * day);
  t.same(await there(), ['a-4.js', 'a-5.js']);
  t.same(
    (await readdir(path.join(folder, 'assets'))).filter((name) => name.startsWith('a-4')).sort(),
    ['a-4.js', 'a-4.js.br', 'a-4.js.gz'],
    'with what belongs to them',
  );
});

t.test('what is packed is the file', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  const { readFile } = await import('node:fs/promises');
  const at = path.join(folder, 'assets/main-aaaa.js');
  t.equal(brotliDecompressSync(await readFile(`${at}.br`)).toString(), script);
  t.equal(gunzipSync(await readFile(`${at}.gz`)).toString(), script);
  await t.rejects(access(path.join(folder, 'index.html.new')));
});

t.test('without a build the site says so, until there is one', async (t) => {
  const folder = newFolder();
  const port = await serve(t, folder);
  t.match(await ask(port, { path: '/app' }), { status: 503, body: 'not built' });
  t.equal((await ask(port, { path: '/app/assets/main-aaaa.js' })).status, 404);
  await publish(folder, first);
  while ((await ask(port, { path: '/app' })).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  t.equal((await ask(port, { path: '/app/assets/main-aaaa.js' })).status, 200);
});
