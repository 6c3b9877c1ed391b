/** Plugins that end or hang the process they run in: it comes back, says whose fault it was, and in the end goes without them. */

import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findCulprit } from '../../../automations-api/host/watchdog/faults.ts';
import { builtRoot, projectRoot } from '../../../shared/paths.ts';
import { service } from '../../fixtures/processes.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const plugin = (name: string, bad: string) => `
  export const plugin = {
    name: '${name}',
    version: '1',
    tables: [],
    register({ addNamespace }) {
      const callback = () => { ${bad}; return { data: 'done' }; };
      addNamespace({ name: '${name}/v1', routes: [{ methods: ['GET'], path: '/bad', callback }] });
    },
  };
`;

for (const [what, bad, reason] of [
  [
    'throws in a timer',
    "setTimeout(() => { throw new Error('late'); }, 1)",
    /it threw where nobody could catch it: late/,
  ],
  ['never ends a loop', 'for (;;);', /it held the process for 10 s/],
] as const) {
  t.test(`a plugin that ${what} is named, and deactivated when a process ended of it three times`, async (t) => {
    const name = `${what.split(' ')[0]}-${process.pid}`;
    const folder = path.join(projectRoot, 'automations-api/plugins', name);
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'plugin.js'), plugin(name, bad));
    const stores = await createStores(t);
    const env = {
      MYSQL_URL: stores.mysqlUrl,
      REDIS_URL: stores.redisUrl,
      REDIS_PREFIX: stores.redisPrefix,
      LOCAL_DIR: t.testdir(),
      MIGRATE_ON_START: '1',
    };
    const started = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
    const ask = (at: string) => fetch(`http://127.0.0.1:${started.port}${at}`).catch(() => undefined);
    const cli = async (...args: string[]) => {
      const script = path.join(builtRoot, 'automations-api/cli.js');
      const { stdout } = await promisify(execFile)(process.execPath, [script, 'plugin', ...args, '--json'], {
        env: { PATH: process.env.PATH, ...env },
      });
      return JSON.parse(stdout);
    };
    await started.start();
    await cli('activate', name);
    const rowOf = async () => (await cli('list')).find((one: { name: string }) => one.name === name);
    // On a busy machine the stack of a process that hangs may come too late to name anybody: that end is not counted.
    let ends = 0;
    for (; ends < 6 && (await rowOf()).active; ends++) {
      await until(async () => (await ask(`/wp-json/${name}/v1`))?.status === 200);
      void ask(`/wp-json/${name}/v1/bad`);
      await started.exited();
      await started.start();
    }
    t.ok(ends >= 3, `after ${ends} ends`);
    t.equal((await ask('/wp-json/automations/tags'))?.status, 401);
    t.match(await rowOf(), { active: false, problem: reason });
    await cli('activate', name);
    await until(async () => (await ask(`/wp-json/${name}/v1`))?.status === 200);
  });
}

t.test('the plugin whose code is uppermost in a stack is the one whose fault it was', async (t) => {
  for (const [expected, ...files] of [
    [
      'automations-api/plugins/a',
      'node:timers',
      '/srv/automations-api/plugins/a/x/y.ts',
      '/srv/automations-api/plugins/b/y.ts',
    ],
    ['package @x/shop', '/srv/node_modules/kysely/a.js', '/srv/node_modules/@x/shop/main.js', '/srv/shared/a.ts'],
    [undefined, '/srv/automations-api/host/hooks.ts', '/srv/node_modules/@x/shop2/main.js'],
  ] as const) {
    const stack = files.map((file) => `    at f (file://${file}:1:2)`).join('\n');
    t.equal(findCulprit(`Error: no\n${stack}`, ['shop', '@x/shop']), expected);
  }
});
