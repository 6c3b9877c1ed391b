/** The build of a browser application: its files, the earlier files it keeps, and the errors it reports. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '../../../shared/pages/language.ts';
import { budget, buildApp } from '../../../shared/site/build-app.ts';
import { appTexts } from '../../fixtures/app-texts.ts';
import { type Test, t } from '../../runner/tap.ts';

const page =
  '<!doctype html><html lang="en"><meta content="{description}"><link rel="stylesheet" href="{style}">' +
  '{texts}{preload}' +
  '<script type="module" src="{script}"></script>';

/**
 * Creates an application within the project, so that its packages are found. Paths are relative to it, like
 * esbuild's.
 */
async function makeApp(t: Test, files: Record<string, string>) {
  await mkdir('.build', { recursive: true });
  const folder = await mkdtemp('.build/app-');
  t.teardown(() => rm(folder, { recursive: true }));
  const source = path.join(folder, 'source');
  const write = async (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(path.dirname(path.join(source, name)), { recursive: true });
      await writeFile(path.join(source, name), text);
    }
  };
  await write({ 'index.html': page, 'main.css': 'body { color: red }', ...appTexts, ...files });
  const output = path.join(folder, 'output');
  const assets = async () =>
    (await readdir(path.join(output, 'assets'))).filter((name) => /\.(js|css)$/.test(name)).sort();
  return { write, assets, output, build: (now?: number) => buildApp({ source, output, base: '/app' }, now) };
}

/** Returns text that has at least this many bytes even after gzip. */
const incompressible = (bytes: number) => randomBytes(bytes).toString('base64');

t.test(
  "the page names the initial files, a screen's page also names its own files, and each file has compressed copies",
  async (t) => {
    const app = await makeApp(t, {
      'main.tsx':
        "import { shared } from './shared.ts'; void import('./a/domain.tsx'); void import('./a/other.ts'); import('./screens.ts').then(({ screens }) => screens.domain.load()); console.log(shared);",
      'a/domain.tsx': "import { shared } from '../shared.ts'; console.log('later', shared);",
      'a/other.ts': "import { shared } from '../shared.ts'; console.log(shared)",
      'shared.ts': "export const shared = 'shared';",
      'screens.ts':
        "export const screens = { domain: { path: '/domains/:id', load: () => import('./screens/domain.tsx') } };",
      'screens/domain.tsx': "import { shared } from '../shared.ts'; console.log('screen', shared);",
    });
    const sizes = await app.build();
    const shell = await readFile(path.join(app.output, 'en.index.html'), 'utf8');
    const names = await app.assets();
    t.match(shell, /href="\/app\/assets\/main-\w+\.css"/);
    t.match(shell, /src="\/app\/assets\/main-\w+\.js"/);
    t.notMatch(shell, /modulepreload/, 'one file has all that is needed at first');
    const ofScreen = await readFile(path.join(app.output, 'en.domains.:id.html'), 'utf8');
    const [, preloaded = ''] = /modulepreload" href="\/app\/assets\/(domain-[\w-]+\.js)"/.exec(ofScreen) ?? [];
    t.match(await readFile(path.join(app.output, 'assets', preloaded), 'utf8'), /screen/);
    t.ok(names.length >= 4);
    const all = await readdir(path.join(app.output, 'assets'));
    for (const name of names) t.ok(all.includes(`${name}.br`) && all.includes(`${name}.gz`), name);
    t.ok(sizes.script > 0 && sizes.style > 0);
  },
);

const textOf = (name: 'text' | 'later', root = '.') =>
  `import { text } from '${root}/text/${name}.ts'; console.log(text);`;

t.test('each language has its own pages, whose import map names the scripts of its texts', async (t) => {
  const app = await makeApp(t, {
    'main.tsx': `${textOf('text')} import('./screens.ts').then(({ screens }) => screens.screen.load());`,
    'screens.ts': "export const screens = { screen: { path: '/screen', load: () => import('./screens/screen.ts') } };",
    'screens/screen.ts': textOf('later', '..'),
  });
  await app.build();
  for (const language of languages) {
    const page = await readFile(path.join(app.output, `${language}.index.html`), 'utf8');
    t.match(page, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`));
    t.match(page, `content="In ${language}"`);
    const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page)?.[1] ?? '');
    const read = (url: string) => readFile(path.join(app.output, url.slice('/app'.length)), 'utf8');
    const [first, later] = [await read(imports.texts), await read(imports['later-texts'])];
    t.match(first, `In ${language}`);
    t.match(first, `Title in ${language}`, 'menus need the titles of all screens');
    t.notMatch(first, `Later in ${language}`);
    t.match(later, `Later in ${language}`);
    const ofScreen = await readFile(path.join(app.output, `${language}.screen.html`), 'utf8');
    const preloaded = (html: string) => [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, url]) => url);
    t.same(preloaded(page), [imports.texts]);
    t.ok(preloaded(ofScreen).includes(imports['later-texts']));
  }
});

t.test('a build fails if a first visit needs the later texts', async (t) => {
  const app = await makeApp(t, { 'main.tsx': textOf('later') });
  await t.rejects(app.build(), /the code of a first visit imports text\/later\.ts/);
});

t.test("the previous build's files are kept, and earlier builds' files for a day", async (t) => {
  const app = await makeApp(t, { 'main.tsx': "console.log('first')" });
  const scripts = async () => (await app.assets()).filter((name) => /^main.*\.js$/.test(name));
  const hour = 3_600_000;
  await app.build(0);
  const [first] = await scripts();
  await app.write({ 'main.tsx': "console.log('second')" });
  await app.build(hour);
  t.equal((await scripts()).length, 2);
  await app.build(2 * hour);
  t.equal((await scripts()).length, 2, 'a build of the same changes nothing');
  await app.write({ 'main.tsx': "console.log('third')" });
  await app.build(3 * hour);
  t.equal((await scripts()).length, 3);
  await app.write({ 'main.tsx': "console.log('fourth')" });
  await app.build(26 * hour);
  t.notOk((await scripts()).includes(first as string), 'replaced more than a day ago');
  t.equal((await scripts()).length, 3);
});

t.test('a build fails if the initial load exceeds its budget', async (t) => {
  const text = incompressible(budget.script + 10_000);
  const heavy = await makeApp(t, { 'main.tsx': `console.log('${text}')` });
  await t.rejects(heavy.build(), /first load's script weighs \d+ bytes gzipped, over 60000/);
  t.notOk(await readFile(path.join(heavy.output, 'en.index.html')).catch(() => undefined));
  const later = await makeApp(t, { 'main.tsx': "void import('./later.ts')", 'later.ts': `console.log('${text}')` });
  await later.build();
  const styled = await makeApp(t, {
    'main.tsx': 'console.log(1)',
    'main.css': `body { --x: "${incompressible(budget.style + 4_000)}" }`,
  });
  await t.rejects(styled.build(), /first load's style weighs \d+ bytes gzipped, over 12000/);
});

t.test('an application can import only types from the service', async (t) => {
  const imports = (what: string) => ({
    'main.tsx': `${what} '../../../daemon/links/core/order.ts'; export const name: LinkSort | string = String(sorts);`,
  });
  const types = await makeApp(t, {
    'main.tsx': "import type { LinkSort } from '../../../daemon/links/core/order.ts'; console.log('x' as LinkSort);",
  });
  await types.build();
  const code = await makeApp(t, imports('import { sorts, type LinkSort } from'));
  await t.rejects(code.build(), /belongs to the server.*daemon\/links\/core\/order\.ts/);
  const unused = await makeApp(t, { 'main.tsx': "import '../../../daemon/links/core/order.ts';" });
  await t.rejects(unused.build(), /belongs to the server.*daemon\/links\/core\/order\.ts/);
});
