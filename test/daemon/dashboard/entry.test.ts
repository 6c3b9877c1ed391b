/** The dashboard's URLs: the root, the page itself, and the manual next to it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { joinUrl } from '../../../daemon/mail/button-links.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const root = await mkdtemp(path.join(tmpdir(), 'waypost-dashboard-'));
t.teardown(() => rm(root, { recursive: true, force: true }));
const dashboardFolder = path.join(root, 'dashboard');
await mkdir(path.join(dashboardFolder, 'assets'), { recursive: true });
await writeFile(path.join(dashboardFolder, 'en.index.html'), '<!doctype html><title>Waypost</title>');
await writeFile(path.join(dashboardFolder, 'assets/main-1234.js'), 'start()');

const visitor =
  (origin: string) =>
  (at: string, headers: Record<string, string> = {}) =>
    ask(Number(new URL(origin).port), { path: at, headers: { host: 'localhost:8080', ...headers } });
const visit = visitor((await startDaemon(t, { dashboardFolder })).origin);

t.test('the root redirects to the dashboard', async (t) => {
  const { status, headers } = await visit('/');
  t.same([status, headers.location], [302, '/dashboard']);
  t.match(await visit('/dashboard'), { status: 200, body: /<title>Waypost/ });
  t.match(await visit('/dashboard/join?token=abc'), { status: 200, headers: { 'referrer-policy': 'no-referrer' } });
  t.match(await visit('/dashboard/assets/main-1234.js'), { status: 200, body: 'start()' });
  t.equal((await visit('/dashboard/assets/other.js')).status, 404);
  t.equal((await visit('/dashboards')).status, 404, 'a slug beside it is a link’s');
});

t.test('the service serves the manual for its own version', async (t) => {
  const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'));
  t.match(await visit('/docs'), { status: 200, body: `Waypost ${version}` });
  t.match(await visit('/docs/backup'), { status: 200, headers: { 'cache-control': 'no-cache' }, body: /<h1 id="back/ });
  t.match(await visit('/docs/nothing'), { status: 404, body: /Page not found/ });
});

t.test("the root's default target includes the dashboard's host if the short domain is another host", (t) => {
  for (const [env, rootUrl] of [
    [{}, '/dashboard'],
    [{ LINKS_PORT: '9000' }, '/dashboard'],
    [{ BASE_URL: 'https://go.example.com/api', DEFAULT_SHORT_DOMAIN: 'go.example.com' }, '/dashboard'],
    [{ BASE_URL: 'https://example.com/go/api/', DEFAULT_SHORT_DOMAIN: 'example.com' }, '/go/dashboard'],
    [
      { BASE_URL: 'https://app.example.com/api', DEFAULT_SHORT_DOMAIN: 'go.example.com' },
      'https://app.example.com/dashboard',
    ],
    [
      { BASE_URL: 'https://api.example.com', DEFAULT_SHORT_DOMAIN: 'go.example.com' },
      'https://api.example.com/dashboard',
    ],
    [{ ROOT_URL: '/welcome' }, '/welcome'],
  ] as [NodeJS.ProcessEnv, string][])
    t.equal(readConfig(env).rootUrl, rootUrl, JSON.stringify(env));
  t.equal(joinUrl('https://example.com/go/api', 'abc'), 'https://example.com/go/dashboard/join?token=abc');
  t.end();
});

t.test('without a built dashboard the service reports this, and everything else works', async (t) => {
  const bare = visitor((await startDaemon(t, { dashboardFolder: path.join(root, 'nowhere') })).origin);
  const { status, headers, body } = await bare('/dashboard/links');
  t.match([status, headers['content-type'], body], [503, /text\/html/, /not built/]);
  t.equal((await bare('/dashboard/assets/main-1234.js')).status, 404);
  t.equal((await bare('/healthz')).status, 200);
});
