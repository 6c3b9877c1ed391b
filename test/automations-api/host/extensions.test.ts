/** Guarantees for plugins' requirements, jobs and registry entries, and for filters that hang. */
import { pino } from 'pino';
import { Hooks } from '../../../automations-api/host/hooks.ts';
import type { Plugin } from '../../../automations-api/host/plugin.ts';
import { Registry } from '../../../automations-api/host/registry.ts';
import { startHost } from '../../fixtures/plugin-host.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const plugin = (name: string, more: Partial<Plugin> = {}): Plugin => ({
  name,
  version: '1.2',
  tables: [],
  register() {},
  ...more,
});
const by = { type: 'user', id: 1, name: 'Ada' };
const never = () => new Promise<never>(() => {});

// Keeps the process alive, because pending promises do not. In a service, its connections do.
const alive = setInterval(() => {}, 1_000);
t.teardown(() => clearInterval(alive));

t.test('a plugin starts only after the plugins it requires, and stops with them', async (t) => {
  const plugins = [plugin('needy', { requires: { base: '1.2' } }), plugin('base')];
  const { host, administer } = await startHost(t, plugins, {}, undefined, ['needy']);
  t.same(host.running(), []);
  await administer.activate('base', false, by);
  await until(() => host.running().includes('needy'));
  await administer.deactivate('base', by);
  await until(() => host.running().length === 0);
  t.same(host.running(), []);
});

for (const [what, requires, problem] of [
  ['a newer plugin', { base: '1.10' }, /requires the plugin base at least 1\.10; this is 1\.2/],
  ['a newer host', { waypost: '999' }, /requires Waypost at least 999/],
] as const) {
  t.test(`a plugin that requires ${what} is left out, and the reason is reported`, async (t) => {
    const { host, administer } = await startHost(t, [plugin('base'), plugin('needy', { requires })]);
    t.same(host.running(), ['base']);
    const rows = await administer.list();
    t.match(
      rows.find(({ name }) => name === 'needy'),
      { problem },
    );
  });
}

t.test('a scheduled job runs once per site, even if several processes schedule it', async (t) => {
  let runs = 0;
  const daily = plugin('daily', {
    register: ({ schedule }) => schedule({ name: 'count', at: '00:00', run: async () => void runs++ }),
  });
  const { stores } = await startHost(t, [daily]);
  await startHost(t, [daily], {}, stores);
  await until(() => runs > 0);
  await startHost(t, [daily], {}, stores);
  t.equal(runs, 1);
});

t.test('a job that ended its process twice is skipped until it is due again', async (t) => {
  let runs = 0;
  const hourly = plugin('hourly', {
    register: ({ schedule }) => schedule({ name: 'count', everyMs: 3_600_000, run: async () => void runs++ }),
  });
  for (const [begun, expected] of [
    [1, 1],
    [2, 0],
  ] as const) {
    runs = 0;
    const { host, stores } = await startHost(t, []);
    const options = host.options.forPlugin('hourly');
    await options.set('job.count', { done: 0, claimed: 0, begun });
    const next = await startHost(t, [hourly], {}, stores, ['hourly']);
    const state = () => next.host.options.forPlugin('hourly').get('job.count', { done: 0, begun: 9 });
    await until(async () => (await state()).done > 0);
    t.equal(runs, expected, `begun ${begun} times`);
    t.equal((await state()).begun, 0);
  }
});

t.test('a registry entry has a unique name, is removed with its plugin, and has a time limit', async (t) => {
  const registry = new Registry<{ name: string }>('part', 50);
  const remove = registry.add({ name: 'late' }, { plugin: 'one', trusted: false });
  t.throws(
    () => registry.add({ name: 'late' }, { plugin: 'two', trusted: false }),
    /already exists, from the plugin one/,
  );
  t.throws(() => registry.add({ name: 'No name' }, { plugin: 'two', trusted: false }), /lower-case letters/);
  await t.rejects(registry.run('late', never), /took longer/);
  t.equal(await registry.run('late', () => 7), 7);
  remove();
  t.same(registry.list(), []);
});

t.test('a filter that hangs is skipped, and is not called again while it hangs', async (t) => {
  const hooks = new Hooks(pino({ level: 'silent' }), 50);
  let calls = 0;
  hooks.addFilter('automations_refusal', (_: unknown) => {
    calls++;
    return never();
  });
  hooks.addFilter('automations_refusal', () => 'no');
  t.equal(await hooks.applyFilters('automations_refusal', undefined), 'no');
  t.equal(await hooks.applyFilters('automations_refusal', undefined), 'no');
  t.equal(calls, 1);
});
