/** The services under pm2 itself, on the operator's own servers: pm2 keeps their logs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../shared/paths.ts';
import { freePort } from '../fixtures/processes.ts';
import { ask } from '../fixtures/requests.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const run = promisify(execFile);

t.test('pm2 start ecosystem.config.js serves, and shows the logs of every process', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-pm2-'));
  const [links, automations] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PM2_HOME: home,
    LOCAL_DIR: path.join(home, 'data'),
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    LINKS_PORT: String(links),
    AUTOMATIONS_PORT: String(automations),
    LINKS_INSTANCES: '1',
    DRAIN_SECONDS: '1',
    MIGRATE_ON_START: '1',
  };
  const pm2 = (...words: string[]) =>
    run('env', ['-u', 'NODE_OPTIONS', process.execPath, path.join(projectRoot, 'node_modules/pm2/bin/pm2'), ...words], {
      cwd: projectRoot,
      env,
    });
  t.teardown(async () => {
    await pm2('kill').catch(() => {});
    await rm(home, { recursive: true, force: true });
  });
  // Returns when every process is ready.
  await pm2('start', 'ecosystem.config.js');
  for (const port of [links, automations]) t.equal((await ask(port, { path: '/readyz' })).status, 200);
  for (const [name, said] of [
    ['links', 'listening'],
    ['links-worker', 'working'],
    ['automations', 'listening'],
  ]) {
    const log = await readFile(path.join(home, 'logs', `${name}-out.log`), 'utf8');
    t.match(log, new RegExp(`^\\{.*"name":"${name}".*"msg":"${said}"\\}$`, 'm'));
  }
  t.notOk(existsSync(path.join(env.LOCAL_DIR, 'logs')), 'and none is written beside them');
});
