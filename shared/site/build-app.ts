/** The build of a browser application: its code in a few files with hashed names, and the page that loads them. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { projectRoot } from '../paths.ts';
import { publishBuild } from './static-build-files.ts';

export type BrowserApp = {
  /** The folder with `main.tsx`, `main.css` and `index.html`, relative to the project. */
  source: string;
  /** The output folder, relative to the project. */
  output: string;
  /** The application's URL path, such as `/dashboard`. */
  base: string;
};

/** The sources that both applications share: components, drawing code and field limits. */
const sharedSources = ['shared/ui/', 'shared/drawing/', 'shared/limits-of-fields.ts'];

export const browserApps: BrowserApp[] = [
  { source: 'daemon/dashboard', output: '.build/dashboard', base: '/dashboard' },
  { source: 'automations-api/admin', output: '.build/admin', base: '/wp-admin' },
];

/** Sizes in gzipped bytes. */
type Sizes = { script: number; style: number };

/** The maximum size of everything that a first visit loads, in gzipped bytes. */
export const budget: Sizes = { script: 60_000, style: 12_000 };

/** Builds an application. @throws if the sources have errors, or a first visit would load too much */
export async function buildApp(app: BrowserApp, now = Date.now()): Promise<Sizes> {
  const { source, base } = app;
  const output = path.resolve(projectRoot, app.output);
  const result = await build({
    entryPoints: [path.join(source, 'main.tsx'), path.join(source, 'main.css')],
    absWorkingDir: projectRoot,
    outdir: path.join(output, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    loader: { '.json': 'json', '.svg': 'file' },
    metafile: true,
    write: false,
    legalComments: 'none',
    logLevel: 'silent',
  });
  refuseServerCode(source, result.metafile);
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const first = firstLoad(source, result.metafile);
  const sizes = {
    script: await gzipped([first.script, ...first.chunks].map((name) => files.get(name))),
    style: await gzipped([files.get(first.style)]),
  };
  for (const kind of ['script', 'style'] as const) {
    if (sizes[kind] > budget[kind]) {
      throw new Error(`${base}: the first load's ${kind} weighs ${sizes[kind]} bytes gzipped, over ${budget[kind]}`);
    }
  }
  const shell = (await readFile(path.resolve(projectRoot, source, 'index.html'), 'utf8'))
    .replace('{style}', `${base}/assets/${first.style}`)
    .replace('{script}', `${base}/assets/${first.script}`)
    .replace('{preload}', first.chunks.map((name) => preload(`${base}/assets/${name}`)).join(''));
  await publish(output, files, shell, now);
  return sizes;
}

const preload = (address: string) => `<link rel="modulepreload" href="${address}">`;

async function publish(output: string, files: Map<string, Buffer>, shell: string, now: number): Promise<void> {
  const made = `${output}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(path.join(made, 'assets'), { recursive: true });
  for (const [name, bytes] of files) await writeFile(path.join(made, 'assets', name), bytes);
  await writeFile(path.join(made, 'index.html'), shell);
  await publishBuild(made, output, { now });
}

/**
 * Checks that an application imports nothing but types from the services. (Types leave nothing in a bundle.) @throws
 * naming other imports
 */
function refuseServerCode(source: string, { inputs }: Metafile): void {
  const isOwn = (file: string) =>
    [`${source}/`, ...sharedSources].some((path) => file.startsWith(path)) || /(^|\/)node_modules\//.test(file);
  const others = Object.keys(inputs).filter((file) => !isOwn(file));
  if (others.length > 0)
    throw new Error(`${source}: code that belongs to the server is imported: ${others.join(', ')}`);
}

/** Lists the files that a browser loads before it shows the first screen. */
function firstLoad(source: string, { outputs }: Metafile) {
  const named = (name: string) =>
    Object.keys(outputs).find((file) => outputs[file]?.entryPoint === `${source}/${name}`) ?? '';
  const script = named('main.tsx');
  const scripts = new Set<string>();
  const follow = (file: string) => {
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') follow(imported);
    }
  };
  follow(script);
  return {
    script: path.basename(script),
    chunks: [...scripts].filter((file) => file !== script).map((file) => path.basename(file)),
    style: path.basename(named('main.css')),
  };
}

const toGzip = promisify(gzip);

async function gzipped(files: (Buffer | undefined)[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (bytes) => (await toGzip(bytes ?? '', { level: 9 })).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
