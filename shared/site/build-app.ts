/** The build of a browser application: its code in a few files with hashed names, and the page that loads them. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type OutputFile } from 'esbuild';
import { type CodeSplittingGroup, type InputOptions, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { type Language, languageAttributes, languages } from '../pages/language.ts';
import { projectRoot } from '../paths.ts';
import {
  type Asset,
  browsers,
  buildTexts,
  firstTexts,
  importCode,
  laterTexts,
  type Texts,
  textsOfPage,
} from './build-texts.ts';
import { pageNameOf, publishBuild } from './static-build-files.ts';

export type BrowserApp = {
  /** The folder with `main.tsx`, `main.css` and `index.html`, relative to the project. */
  source: string;
  /** The output folder, relative to the project. */
  output: string;
  /** The application's URL path, such as `/dashboard`. */
  base: string;
};

/** The sources that both applications share: components, drawing code, field limits and the list of languages. */
const sharedSources = ['shared/ui/', 'shared/drawing/', 'shared/limits-of-fields.ts', 'shared/pages/language.ts'];

export const browserApps: BrowserApp[] = [
  { source: 'daemon/dashboard', output: '.build/dashboard', base: '/dashboard' },
  { source: 'automations-api/admin', output: '.build/admin', base: '/wp-admin' },
];

/** Sizes in gzipped bytes; `script` with the first texts of the largest language. */
type Sizes = { script: number; style: number };

/** The maximum size of everything that a first visit loads, in gzipped bytes. */
export const budget: Sizes = { script: 60_000, style: 12_000 };
/** The factor for other builds of zlib: Debian's compresses slightly worse than that of Node.js. */
const tolerance = 1.01;

/** Builds an application. @throws if the sources have errors, or a first visit would load too much */
export async function buildApp(app: BrowserApp, now = Date.now()): Promise<Sizes> {
  const { source, base } = app;
  const output = path.resolve(projectRoot, app.output);
  const chunks = await buildScripts(source);
  const style = await buildStyle(source);
  const texts = new Map<Language, Texts>();
  for (const language of languages) texts.set(language, await buildTexts(source, language));
  const first = filesFor(chunks, path.join(projectRoot, source, 'main.tsx'));
  if (first.includes(laterTexts)) throw new Error(`${base}: the code of a first visit imports text/later.ts`);
  const sizes = await measure(
    first.flatMap((name) => chunks.get(name)?.code ?? []),
    [...texts.values()].map(({ scripts }) => scripts[firstTexts]),
    style,
  );
  refuseOverBudget(base, sizes);
  const textScripts = [...texts.values()].flatMap(({ scripts }) => Object.values(scripts));
  const assets = new Map<string, string | Uint8Array>(
    [style, ...textScripts].map(({ name, content }) => [name, content]),
  );
  for (const { fileName, code } of chunks.values()) assets.set(fileName, code);
  const template = await readFile(path.resolve(projectRoot, source, 'index.html'), 'utf8');
  const screens = await listScreens(source);
  const pages = new Map<string, string>();
  for (const [language, text] of texts) {
    const addPage = (at: string, scripts: string[]) =>
      pages.set(pageNameOf(at, language), pageFrom(template, language, { base, style, text, scripts }));
    addPage('/', first);
    for (const { path: at, module } of screens) addPage(at, [...new Set([...first, ...filesFor(chunks, module)])]);
  }
  await publish(output, assets, pages, now);
  return sizes;
}

/** Measures a first visit: all scripts, with the first texts of the largest language, and the style. */
async function measure(scripts: string[], texts: Asset[], style: Asset): Promise<Sizes> {
  const textSizes = await Promise.all(texts.map(({ content }) => gzipped([content])));
  return { script: (await gzipped(scripts)) + Math.max(...textSizes), style: await gzipped([style.content]) };
}

function refuseOverBudget(base: string, sizes: Sizes): void {
  for (const kind of ['script', 'style'] as const) {
    if (sizes[kind] > budget[kind] * tolerance) {
      throw new Error(`${base}: the first load's ${kind} weighs ${sizes[kind]} bytes gzipped, over ${budget[kind]}`);
    }
  }
}

/** Fills in the page of a screen. It runs the first script, and preloads the others and the texts that they import. */
function pageFrom(
  template: string,
  language: Language,
  { base, style, text, scripts }: { base: string; style: Asset; text: Texts; scripts: string[] },
): string {
  const urlOf = (name: string) => `${base}/assets/${name}`;
  const [first = '', ...others] = scripts;
  const imports = Object.fromEntries(Object.entries(text.scripts).map(([module, { name }]) => [module, urlOf(name)]));
  const preload = (name: string) => `<link rel="modulepreload" href="${imports[name] ?? urlOf(name)}">`;
  return template
    .replace('lang="en"', languageAttributes(language))
    .replace('{description}', text.page.description)
    .replace('{noScript}', text.page.noScript)
    .replace('{style}', urlOf(style.name))
    .replace('{texts}', `<script type="importmap">${JSON.stringify({ imports })}</script>`)
    .replace('{script}', urlOf(first))
    .replace('{preload}', others.map(preload).join(''));
}

const forBrowsers = {
  cwd: projectRoot,
  platform: 'browser',
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: [...browsers] },
  logLevel: 'silent',
  tsconfig: false,
} as const satisfies InputOptions;

type NameOfGroup = Extract<CodeSplittingGroup['name'], (...args: never[]) => unknown>;

/** Code that few screens need and that is too big for the others. */
const isBig = /node_modules|world-|\/chart\.tsx$/;

type Code = Parameters<NameOfGroup>[1];

/** Leaves out modules that `import()` loads on demand, because they have their own files. */
const unlessLater =
  (name: string, isIn = (_id: string, _code: Code) => true): NameOfGroup =>
  (id, code) =>
    isIn(id, code) && code.getModuleInfo(id)?.dynamicImporters.length === 0 ? name : null;

/** Returns whether a module, or one that it imports, needs the later texts. */
function needsLaterTexts(id: string, code: Code, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    id === laterTexts || (code.getModuleInfo(id)?.importedIds ?? []).some((one) => needsLaterTexts(one, code, seen))
  );
}

/**
 * The files: `main` has all code of a first visit. Code that several screens share is in few files: an additional
 * request costs more than a few unused bytes. `common` needs no later texts, so that they do not delay a first visit.
 */
const groups: CodeSplittingGroup[] = [
  { name: 'main', tags: ['$initial'], priority: 3 },
  {
    name: unlessLater('common', (id, code) => !isBig.test(id) && !needsLaterTexts(id, code)),
    minShareCount: 2,
    priority: 2,
  },
  { name: unlessLater('more', (id) => !isBig.test(id)), minShareCount: 2, priority: 2 },
  { name: unlessLater('part'), minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 50_000, priority: 1 },
];

async function buildScripts(source: string): Promise<Map<string, OutputChunk>> {
  const bundle = await rolldown({
    ...forBrowsers,
    input: { main: path.resolve(projectRoot, source, 'main.tsx') },
    plugins: [textsOfPage(source), refuseServerCode(source)],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name]-[hash].js',
    // Without this, the names of shared files would list all screens that use them.
    chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}-[hash].js`,
    codeSplitting: { groups },
  });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
}

/** Builds the style sheet with esbuild, because rolldown cannot build styles. */
async function buildStyle(source: string): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [path.join(source, 'main.css')],
    absWorkingDir: projectRoot,
    outdir: '.',
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    target: [...browsers],
    write: false,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [file] = outputFiles as [OutputFile];
  return { name: path.basename(file.path), content: file.contents };
}

/** Lists the files that a module needs, its own first. */
function filesFor(chunks: Map<string, OutputChunk>, module: string): string[] {
  const own = [...chunks.values()].find((chunk) => chunk.moduleIds.includes(module));
  const names = new Set<string>();
  const follow = (name: string) => {
    if (names.has(name)) return;
    names.add(name);
    for (const imported of chunks.get(name)?.imports ?? []) follow(imported);
  };
  if (own) follow(own.fileName);
  return [...names];
}

/** The table of an application's screens, as its own code declares it. */
type Screens = { [name: string]: { path: string; load: () => unknown } & Record<string, unknown> };

/** Imports the table of an application's screens. The screens themselves are left out. */
export async function readScreens(source: string): Promise<Screens> {
  const bundle = await rolldown({
    ...forBrowsers,
    input: path.resolve(projectRoot, source, 'screens.ts'),
    external: /^\.\/screens\//,
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const { screens } = await importCode(output[0].code);
  return screens;
}

/** Lists the path of each screen with the module that draws it. */
async function listScreens(source: string): Promise<{ path: string; module: string }[]> {
  if (!existsSync(path.resolve(projectRoot, source, 'screens.ts'))) return [];
  return Object.values(await readScreens(source)).map(({ path: at, load }) => {
    const [, module = ''] = /import\([`"']([^`"']+)[`"']\)/.exec(String(load)) ?? [];
    return { path: at, module: path.resolve(projectRoot, source, module) };
  });
}

async function publish(
  output: string,
  assets: Map<string, string | Uint8Array>,
  pages: Map<string, string>,
  now: number,
): Promise<void> {
  const made = `${output}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(path.join(made, 'assets'), { recursive: true });
  for (const [name, content] of assets) await writeFile(path.join(made, 'assets', name), content);
  for (const [name, page] of pages) await writeFile(path.join(made, `${name}.html`), page);
  await publishBuild(made, output, { now });
}

/**
 * Checks that an application imports only types from the services. Types leave nothing in a bundle. @throws
 * naming other imports
 */
function refuseServerCode(source: string): Plugin {
  const isOwn = (file: string) =>
    [`${source}/`, ...sharedSources].some((path) => file.startsWith(path)) || /(^|\/)node_modules\//.test(file);
  return {
    name: 'refuse-server-code',
    buildEnd(error) {
      if (error) return;
      const files = [...this.getModuleIds()].filter((id) => path.isAbsolute(id));
      const others = files.map((id) => path.relative(projectRoot, id)).filter((file) => !isOwn(file));
      if (others.length > 0)
        throw new Error(`${source}: code that belongs to the server is imported: ${others.join(', ')}`);
    },
  };
}

const toGzip = promisify(gzip);

async function gzipped(files: (string | Uint8Array)[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (bytes) => (await toGzip(bytes, { level: 9 })).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
