/**
 * Builds one browser application: everything it imports in a few files with hashed names, its shell, and copies of both as
 * brotli and gzip. Files of the build before stay for those who still have its shell; older ones go.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { projectRoot } from './paths.ts';

export type BrowserApp = {
  /** Folder with `main.tsx`, `main.css` and `index.html`, from the project's. */
  source: string;
  /** Folder it is built to, from the project's. */
  output: string;
  /** Path it is served at, such as `/dashboard`. */
  base: string;
  /** The process that serves it. */
  service: string;
};

/** What both applications share. */
const sharedSource = 'shared/ui';

export const browserApps: BrowserApp[] = [
  { source: 'daemon/dashboard', output: '.build/dashboard', base: '/dashboard', service: 'links' },
];

/** Whether a file is a part of the application's sources. */
export const isPartOf = ({ source }: BrowserApp, file: string): boolean =>
  [source, sharedSource].some((folder) => file.startsWith(`${folder}/`));

/** Bytes, gzipped. */
type Sizes = { script: number; style: number };

/** What a first load may weigh, gzipped bytes. */
export const budget: Sizes = { script: 60_000, style: 12_000 };

const manifestName = 'build.json';

/** @throws when the sources have faults, or the first load weighs more than it may. */
export async function buildApp(app: Omit<BrowserApp, 'service'>): Promise<Sizes> {
  const { source, base } = app;
  const output = path.join(projectRoot, app.output);
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
  await mkdir(path.join(output, 'assets'), { recursive: true });
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const first = firstLoad(source, result.metafile);
  const sizes = {
    script: await gzipped([...first.scripts].map((name) => files.get(name))),
    style: await gzipped([files.get(first.style)]),
  };
  for (const kind of ['script', 'style'] as const) {
    if (sizes[kind] > budget[kind]) {
      throw new Error(`${base}: the first load's ${kind} weighs ${sizes[kind]} bytes gzipped, over ${budget[kind]}`);
    }
  }
  for (const [name, bytes] of files) await writeWithCopies(path.join(output, 'assets', name), bytes);
  const shell = (await readFile(path.join(projectRoot, source, 'index.html'), 'utf8'))
    .replace('{style}', `${base}/assets/${first.style}`)
    .replace('{script}', `${base}/assets/${first.script}`)
    .replace(
      '{preload}',
      [...first.scripts]
        .filter((name) => name !== first.script)
        .map((name) => `<link rel="modulepreload" href="${base}/assets/${name}">`)
        .join(''),
    );
  await writeWithCopies(path.join(output, 'index.html'), Buffer.from(shell));
  await forgetOlder(output, [...files.keys()]);
  return sizes;
}

/** Only types cross from the services: they leave nothing in a bundle. @throws naming what else did. */
function refuseServerCode(source: string, { inputs }: Metafile): void {
  const isOwn = (file: string) =>
    [`${source}/`, `${sharedSource}/`].some((folder) => file.startsWith(folder)) || /(^|\/)node_modules\//.test(file);
  const others = Object.keys(inputs).filter((file) => !isOwn(file));
  if (others.length > 0)
    throw new Error(`${source}: code that belongs to the server is imported: ${others.join(', ')}`);
}

/** The files a browser fetches before the first screen. */
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
    scripts: new Set([...scripts].map((file) => path.basename(file))),
    style: path.basename(named('main.css')),
  };
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

async function gzipped(files: (Buffer | undefined)[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (bytes) => (await toGzip(bytes ?? '', { level: 9 })).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function writeWithCopies(file: string, bytes: Buffer): Promise<void> {
  const brotli = await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await Promise.all([
    writeFile(file, bytes),
    writeFile(`${file}.br`, brotli),
    writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 })),
  ]);
}

/** Keeps the files of this build and of the one before. */
async function forgetOlder(output: string, names: string[]): Promise<void> {
  const manifest = path.join(output, manifestName);
  const before = await readFile(manifest, 'utf8').then(
    (text) => JSON.parse(text) as { current: string[]; former: string[] },
    () => ({ current: [], former: [] }),
  );
  const isSame = before.current.join() === names.join();
  const former = isSame ? before.former : before.current;
  await writeFile(manifest, JSON.stringify({ current: names, former }));
  const kept = new Set([...names, ...former]);
  for (const file of await readdir(path.join(output, 'assets'))) {
    if (!kept.has(file.replace(/\.(br|gz)$/, ''))) await rm(path.join(output, 'assets', file));
  }
}
