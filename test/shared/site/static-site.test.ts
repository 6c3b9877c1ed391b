/** A built browser application as it is served: in the browser's best encoding, and across builds. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createHttpServer } from '../../../shared/http/server.ts';
import { buildApp } from '../../../shared/site/build-app.ts';
import { openStaticSite } from '../../../shared/site/static-site.ts';
import { appTexts } from '../../fixtures/app-texts.ts';
import { ask, sendRaw } from '../../fixtures/requests.ts';
import { type Test, t } from '../../runner/tap.ts';

const root = await mkdtemp(path.join(tmpdir(), 'waypost-site-'));
t.teardown(() => rm(root, { recursive: true, force: true }));
let made = 0;
const newFolder = () => path.join(root, `folder${++made}`);

/** Publishes a build with these assets, and a page that lists them. */
async function publish(folder: string, assets: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  const files = { ...Object.fromEntries(Object.entries(assets).map(([name, text]) => [`assets/${name}`, text])) };
  const page = `<!doctype html>${Object.keys(assets)}`;
  for (const [name, text] of Object.entries({ ...files, 'index.html': page, 'en.index.html': page })) {
    await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(path.join(folder, `${name}.gz`), gzipSync(text));
  }
}

async function serve(t: Test, folder: string, hasPages = false): Promise<number> {
  const routes = openStaticSite({
    at: '/app',
    folder,
    hasPages,
    missing: () => ({ status: 503, body: 'not built' }),
  });
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

t.test('the page is served below its path, with headers that isolate it', async (t) => {
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
      'content-language': 'en',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      etag: /^"[\w-]{22}"$/,
    });
  }
  t.equal((await ask(port, { path: '/app', method: 'POST' })).status, 500, 'it is only read');
  t.equal((await ask(port, { path: '/application' })).status, 500, 'and nothing beside it is its own');
});

t.test('assets are cached forever and sent in the best accepted encoding', async (t) => {
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

t.test('an unchanged file is not sent again, and HEAD sends no body', async (t) => {
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

t.test('no path reaches a file in another folder', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  await writeFile(path.join(root, 'secret.js'), 'secret');
  const port = await serve(t, folder);
  for (const name of [
    'unknown-aaaa.js',
    '../index.html',
    '../build.json',
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

/** Writes the sources of an application that only prints this text. */
async function writeApp(says: string): Promise<string> {
  const source = path.relative(process.cwd(), path.join(root, 'source'));
  await mkdir(source, { recursive: true });
  for (const [name, text] of Object.entries(appTexts)) {
    await mkdir(path.dirname(path.join(source, name)), { recursive: true });
    await writeFile(path.join(source, name), text);
  }
  await writeFile(path.join(source, 'main.tsx'), `console.log('${says}'); void import('./later.ts');`);
  await writeFile(path.join(source, 'later.ts'), `console.log('later ${says}');`);
  await writeFile(path.join(source, 'main.css'), 'body { color: red }');
  await writeFile(
    path.join(source, 'index.html'),
    '<!doctype html><link href="{style}">{preload}<script src="{script}">',
  );
  return source;
}

t.test("a page's policy allows its import map, and no other script in the page", async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  const map = '{"imports":{"texts":"/app/assets/text-en.js"}}';
  await writeFile(
    path.join(folder, 'en.index.html'),
    `<!doctype html><script type="importmap">${map}</script><script>evil()</script>`,
  );
  const hash = createHash('sha256').update(map).digest('base64');
  const { headers } = await ask(await serve(t, folder), { path: '/app' });
  t.match(headers['content-security-policy'], `; script-src 'self' 'sha256-${hash}';`);
});

const scriptOf = async (port: number) => /src="([^"]+)"/.exec((await ask(port, { path: '/app' })).body)?.[1] ?? '';

t.test("after a new build, the previous build's files still answer from old and new processes", async (t) => {
  const output = newFolder();
  const build = async (says: string) => buildApp({ source: await writeApp(says), output, base: '/app' });
  const assets = async () =>
    (await readdir(path.join(output, 'assets'))).filter((name) =>
      /^(?!(text|later)-..-\w{8}\.).*\.(js|css)$/.test(name),
    );
  await build('one');
  const first = await assets();
  const old = await serve(t, output);
  const oldScript = await scriptOf(old);
  await build('two');
  const both = await assets();
  t.same([first.length, both.length], [3, 5], 'what is the same has the same name');
  const next = await serve(t, output);
  const newScript = await scriptOf(next);
  t.not(oldScript, newScript);
  t.equal(await scriptOf(old), oldScript, 'a page that was sent once stays the same');
  for (const [port, script] of [
    [old, oldScript],
    [next, newScript],
    [next, oldScript],
    [old, newScript],
  ] as const) {
    // A process looks for unknown files at most once a second.
    let answer = await ask(port, { path: script });
    for (let n = 0; n < 50 && answer.status === 404; n++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await ask(port, { path: script });
    }
    t.match(answer, { status: 200, headers: { 'content-type': /javascript/ } }, script);
  }
  for (const name of both) t.equal((await ask(next, { path: `/app/assets/${name}` })).status, 200, name);

  await build('two');
  t.same(await assets(), both, 'the same once more is no other build');
});

t.test('a site with pages serves each page at its path, and answers 404 for missing pages', async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  await writeFile(path.join(folder, 'backup.html'), '<title>Backups');
  const port = await serve(t, folder, true);
  const both = await Promise.all(['/app', '/app/backup'].map((at) => ask(port, { path: at })));
  t.match(
    both,
    [{ body: /^<!doctype html>main-aaaa/ }, { status: 200, body: '<title>Backups' }],
    'also while it is read',
  );
  const { headers } = await ask(port, { path: '/app/backup?a=b' });
  t.match(headers, { 'cache-control': 'no-cache', 'content-security-policy': /default-src 'none'/ });
  t.equal((await ask(port, { path: '/app/backup', headers: { 'if-none-match': String(headers.etag) } })).status, 304);
  t.match(await ask(port, { path: '/app/nothing' }), { status: 503, body: 'not built' });
  await writeFile(path.join(folder, '404.html'), '<title>No such page');
  const paths = [
    'nothing',
    'backup.html',
    'backup/',
    'constructor',
    '../secret',
    '..%2fsecret',
    '%2e%2e/secret',
    'backup%00',
  ];
  const other = await serve(t, folder, true);
  for (const at of paths) {
    const answer = await sendRaw(other, `GET /app/${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    t.match(answer, /^HTTP\/1\.1 404 .*Cache-Control: no-store.*<title>No such page$/s, at);
  }
});

t.test("a screen's path gets the screen's page, and every other path gets the main page", async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  for (const name of ['links', 'links.new', 'links.:id', 'links.:id.clicks']) {
    await writeFile(path.join(folder, `en.${name}.html`), `page ${name}`);
  }
  const port = await serve(t, folder);
  const pages = {
    '/app/links': 'page links',
    '/app/links/new': 'page links.new',
    '/app/links/lnk_1?tab=clicks': 'page links.:id',
    '/app/links/a.b/clicks': 'page links.:id.clicks',
    '/app/links/a/b/c': '<!doctype html>',
    '/app/links.new': '<!doctype html>',
    '/app/LINKS': '<!doctype html>',
  };
  for (const [at, page] of Object.entries(pages)) {
    t.equal((await ask(port, { path: at })).body.slice(0, page.length), page, at);
  }
});

t.test("a screen's page is in the account's language, then in the browser's", async (t) => {
  const folder = newFolder();
  await publish(folder, first);
  for (const name of ['de.index', 'de.links', 'ar.index'])
    await writeFile(path.join(folder, `${name}.html`), `page ${name}`);
  const port = await serve(t, folder);
  for (const [cookie, accepted, page, language] of [
    ['', 'de-AT, en;q=0.5', 'page de.index', 'de'],
    ['waypost-language=ar', 'de-AT', 'page ar.index', 'ar'],
    ['a=b; waypost-language=de', '', 'page de.index', 'de'],
    ['waypost-language=de; waypost-language=ar', 'en', '<!doctype html>', 'en'],
    ['waypost-language=../de', 'sv', '<!doctype html>', 'en'],
    ['waypost-language=constructor', '', '<!doctype html>', 'en'],
  ] as const) {
    const { body, headers } = await ask(port, { path: '/app/x', headers: { cookie, 'accept-language': accepted } });
    t.same([body.slice(0, page.length), headers['content-language']], [page, language], `${cookie} ${accepted}`);
  }
  t.equal((await ask(port, { path: '/app/links', headers: { 'accept-language': 'de' } })).body, 'page de.links');
});

t.test('without a build the site reports this, until a build exists', async (t) => {
  const folder = newFolder();
  const port = await serve(t, folder);
  t.match(await ask(port, { path: '/app' }), { status: 503, body: 'not built' });
  t.equal((await ask(port, { path: '/app/assets/main-aaaa.js' })).status, 404);
  await publish(folder, first);
  while ((await ask(port, { path: '/app' })).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  t.equal((await ask(port, { path: '/app/assets/main-aaaa.js' })).status, 200);
});
