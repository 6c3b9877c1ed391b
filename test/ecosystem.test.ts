/** The processes under a real pm2, as on a machine with one core. A reload does not fail a single request. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../shared/paths.ts';
import { freePort } from './fixtures/processes.ts';
import { openTestDb, putLink } from './fixtures/redirects.ts';
import { ask } from './fixtures/requests.ts';
import { createStores, envOf } from './fixtures/stack.ts';
import { keepAsking } from './fixtures/traffic.ts';
import { t } from './runner/tap.ts';

const run = promisify(execFile);
const oneCore = ['-c', '0'];

t.test('reloading links with pm2 under load, with default settings on one core, fails no request', async (t) => {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  await putLink(db, { slug: 'hello' });
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-pm2-'));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PM2_HOME: path.join(home, 'pm2'),
    PM2_DISABLE_VERSION_CHECK: 'true',
    ...envOf(stores),
    LOCAL_DIR: path.join(home, 'local'),
    LINKS_PORT: String(port),
    DEFAULT_SHORT_DOMAIN: '127.0.0.1',
    DRAIN_SECONDS: '4',
  };
  const pm2 = (...args: string[]) =>
    run('taskset', [...oneCore, process.execPath, path.join(projectRoot, 'node_modules/pm2/bin/pm2'), ...args], {
      env,
      cwd: projectRoot,
    });
  t.teardown(async () => {
    await pm2('kill');
    await rm(home, { recursive: true, force: true });
  });
  await pm2('start', 'ecosystem.config.js', '--only', 'links');
  for (let tries = 0; tries < 600; tries++) {
    if ((await ask(port, { path: '/hello' }).catch(() => undefined))?.status === 302) break;
    await sleep(100);
  }
  const { stdout } = await pm2('jlist');
  const count = (JSON.parse(stdout.slice(stdout.indexOf('[{'))) as { name: string }[]).length;
  t.equal(count, 2, 'two processes, though there is one core');

  const traffic = keepAsking(t, { port, connections: 8, pauseMs: 2, next: () => ({ path: '/hello' }) });
  await pm2('reload', 'links');
  const { answered, failures } = await traffic();
  t.same(failures.slice(0, 5), []);
  t.ok(answered > 100, `${answered} answered`);
});
