/** Plugins that crash or block their process. The process restarts, names the plugin, and finally runs without it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  faultFolder,
  findCulprit,
  forgetFault,
  readFaults,
  writeFault,
} from '../../../automations-api/host/watchdog/faults.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { service } from '../../fixtures/processes.ts';
import { createStores, envOf } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

/** Creates a folder for LOCAL_DIR. `t.testdir()` would give concurrent runs of this file the same folder. */
function localDir(t: Test): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-watchdog-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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

/**
 * Only one kind ends three processes, because a hang costs ten seconds of processor time. Both kinds are counted in
 * the same way.
 */
for (const [what, times, bad, reason] of [
  [
    'throws in a timer',
    3,
    "setTimeout(() => { throw new Error('late'); }, 1)",
    /it threw an error that nothing could catch: late/,
  ],
  ['never ends a loop', 1, 'for (;;);', /it blocked the process for 10 s/],
] as const) {
  t.test(
    `a plugin that ${what} is named in the log, and is deactivated only after it ends three processes (ended: ${times})`,
    async (t) => {
      const name = `${what.split(' ')[0]}-${process.pid}`;
      const folder = path.join(projectRoot, 'automations-api/plugins', name);
      t.teardown(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'plugin.js'), plugin(name, bad));
      const stores = await createStores(t);
      const env = {
        ...envOf(stores),
        LOCAL_DIR: localDir(t),
        MIGRATE_ON_START: '1',
      };
      const started = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
      const ask = (at: string) => fetch(`http://127.0.0.1:${started.port}${at}`).catch(() => undefined);
      const { json } = commandLine('automations-api/cli.js', env);
      const cli = (...args: string[]) => json('plugin', ...args);
      await started.start();
      await cli('activate', name);
      const rowOf = async () => (await cli('list')).find((one: { name: string }) => one.name === name);
      for (let ends = 1; ends <= times; ends++) {
        t.equal((await rowOf()).active, true, `before end ${ends}`);
        await until(async () => (await ask(`/wp-json/${name}/v1`))?.status === 200);
        void ask(`/wp-json/${name}/v1/bad`);
        await started.exited();
        t.match(started.output(), `"plugin":"automations-api/plugins/${name}"`, `end ${ends} is named in the log`);
        t.match(readFaults(faultFolder(env.LOCAL_DIR)), [
          { fault: { from: `automations-api/plugins/${name}`, reason } },
        ]);
        await started.start();
        t.same(readFaults(faultFolder(env.LOCAL_DIR)), [], `end ${ends} is counted`);
      }
      t.equal((await ask('/wp-json/automations/tags'))?.status, 401);
      const isOff = times === 3;
      t.match(await rowOf(), { active: !isOff, problem: isOff ? reason : '' });
      if (isOff) await cli('activate', name);
      await until(async () => (await ask(`/wp-json/${name}/v1`))?.status === 200);
    },
  );
}

t.test('if a stack trace names several plugins, the fault counts for the plugin nearest its top', async (t) => {
  for (const [expected, ...files] of [
    [
      'automations-api/plugins/a',
      'node:timers',
      '/srv/automations-api/plugins/a/x/y.ts',
      '/srv/automations-api/plugins/b/y.ts',
    ],
    ['package @x/shop', '/srv/node_modules/kysely/a.js', '/srv/node_modules/@x/shop/main.js', '/srv/shared/a.ts'],
    [
      '../outside/c',
      '/srv/shared/a.ts',
      `${path.dirname(projectRoot)}/outside/c/plugin.js?changed=7`,
      '/srv/automations-api/plugins/b/y.ts',
    ],
    [undefined, '/srv/automations-api/host/hooks.ts', '/srv/node_modules/@x/shop2/main.js'],
  ] as const) {
    const stack = files.map((file) => `    at f (file://${file}:1:2)`).join('\n');
    const places = { pluginsDir: path.join(projectRoot, '../outside'), pluginPackages: ['shop', '@x/shop'] };
    t.equal(findCulprit(`Error: no\n${stack}`, places), expected);
  }
});

t.test('a service starts with a new database even if an earlier process recorded a fault', async (t) => {
  const stores = await createStores(t);
  const env = {
    ...envOf(stores),
    LOCAL_DIR: localDir(t),
    MIGRATE_ON_START: '1',
  };
  const folder = faultFolder(env.LOCAL_DIR);
  writeFault(folder, { from: 'automations-api/plugins/gone', reason: 'it fell', at: new Date().toISOString() });
  const started = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  await started.start();
  t.same(readFaults(folder), []);
});

t.test('a fault that is recorded while other faults are counted is counted at the next start', async (t) => {
  const folder = faultFolder(localDir(t));
  t.same(readFaults(folder), []);
  const fault = (from: string) => ({ from, reason: 'it fell', at: '2026-01-01T00:00:00.000Z' });
  writeFault(folder, fault('a'));
  const counted = readFaults(folder);
  writeFault(folder, fault('b'));
  for (const { file } of counted) forgetFault(file);
  t.match(readFaults(folder), [{ fault: { from: 'b' } }]);
});
