/** Plugins as files: folders with TypeScript or plain JavaScript, npm packages, and broken plugins of every kind. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InstalledPlugins } from '../../../automations-api/host/installed-plugins.ts';
import { installedPlugins } from '../../../automations-api/site-plugins.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

function write(directory: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
}

const module = '{"type":"module"}';
const good = (name: string, more = '') =>
  `export const plugin = { name: '${name}', version: '1', tables: [], register() {}, ${more} };`;

const broken: [name: string, text: string, problem: RegExp][] = [
  ['throws', "throw new Error('at once');", /^at once$/],
  ['syntax', 'export const plugin = {', /Unexpected/],
  ['imports', "import './nowhere.js';", /Cannot find module|nowhere/],
  ['empty', 'export const other = 1;', /exports no `plugin`/],
  ['a-number', 'export const plugin = 7;', /exports no `plugin`/],
  ['nameless', 'export const plugin = { version: "1", tables: [], register() {} };', /no name/],
  ['renamed', good('another'), /called another, its folder renamed/],
  ['host', good('host'), /no name/],
  ['versionless', 'export const plugin = { name: "versionless", tables: [], register() {} };', /no version/],
  ['tableless', 'export const plugin = { name: "tableless", version: "1", register() {} };', /no `tables`/],
  ['quoted', good('quoted').replace('[]', '["a`b"]'), /no `tables`/],
  ['hosts', good('hosts').replace('[]', '["waypost_options"]'), /the host's table waypost_options/],
  ['reading', good('reading', 'reads: 5'), /`reads`/],
  ['migrating', good('migrating', 'migrations: [{ name: "1" }]'), /`migrations`/],
  ['idle', 'export const plugin = { name: "idle", version: "1", tables: [] };', /no function `register`/],
  ['commanding', good('commanding', 'commands: []'), /`commands` that is not a function/],
  ['leaving', good('leaving', 'uninstall: true'), /`uninstall` that is not a function/],
];

t.test('a broken plugin is listed with the reason, and the other plugins are still found', async (t) => {
  const directory = t.testdir({ 'package.json': module });
  write(directory, Object.fromEntries(broken.map(([name, text]) => [`${name}/plugin.js`, text])));
  write(directory, { 'works/plugin.js': good('works'), 'no-plugin/readme.txt': 'x', 'a-file.js': 'x' });
  const installed = new InstalledPlugins([directory], []);
  const listed = new Map((await installed.list()).map((one) => ['plugin' in one ? one.plugin.name : one.name, one]));
  t.equal(listed.size, broken.length + 1);
  for (const [name, , problem] of broken) {
    t.match(listed.get(name), { name, problem, from: /./ }, name);
    await t.rejects(installed.find(name), { message: problem });
  }
  t.equal((await installed.find('works'))?.plugin.name, 'works');
  t.equal(await installed.find('no-plugin'), undefined);
});

t.test('finding a plugin does not run other plugins', async (t) => {
  const directory = t.testdir({ 'package.json': module });
  write(directory, { 'one/plugin.js': good('one'), 'two/plugin.js': `globalThis.ranTwo = true;\n${good('two')}` });
  await new InstalledPlugins([directory], []).find('one');
  t.notOk('ranTwo' in globalThis);
});

t.test(
  'an npm package named in PLUGIN_PACKAGES is loaded as a plugin, whether it is an ES or a CommonJS module',
  async (t) => {
    const names = [
      `waypost-test-${process.pid}`,
      `@waypost-test-${process.pid}/plugin`,
      `waypost-test-bad-${process.pid}`,
    ];
    const [plain, scoped, bad] = names as [string, string, string];
    const at = (name: string) => path.join(projectRoot, 'node_modules', name);
    t.teardown(() => {
      for (const name of names) rmSync(at(name.split('/')[0] as string), { recursive: true, force: true });
    });
    write(at(plain), {
      'package.json': JSON.stringify({ name: plain, type: 'module', exports: './main.js' }),
      'main.js': good('from-package'),
    });
    write(at(scoped), {
      'package.json': JSON.stringify({ name: scoped, main: 'main.js' }),
      'main.js': "module.exports = { plugin: { name: 'required', version: '1', tables: [], register() {} } };",
    });
    write(at(bad), {
      'package.json': JSON.stringify({ name: bad, main: 'main.js' }),
      'main.js': "throw new Error('bad');",
    });
    const config = readConfig({ PLUGIN_PACKAGES: [...names, 'not-installed-at-all', '../escape'].join(', ') });
    const installed = installedPlugins(config);
    t.match(await installed.find('from-package'), { directory: at(plain), from: `package ${plain}` });
    t.match(await installed.find('required'), { directory: at(scoped) });
    t.match(await installed.find('automations'), { from: 'automations-api/plugins/automations' });
    t.match(
      (await installed.list()).flatMap((one) => ('problem' in one ? [one] : [])),
      [
        { name: bad, problem: 'bad' },
        { name: 'not-installed-at-all', problem: /Cannot find package/ },
        { name: '../escape', problem: /names of packages/ },
      ],
    );
  },
);

t.test('if a folder and a package contain plugins with the same name, the folder is used', async (t) => {
  const directory = t.testdir({ 'package.json': module });
  write(directory, { 'same/plugin.js': good('same') });
  const installed = new InstalledPlugins([directory, directory], []);
  t.match(await installed.list(), [
    { plugin: { name: 'same' } },
    { name: 'same', problem: /another plugin is called/ },
  ]);
});
