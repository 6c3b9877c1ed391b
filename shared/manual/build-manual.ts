/**
 * The build of the manual's site from the pages of `.github/docs`. The link service serves it at `/docs`, without
 * third-party scripts and without a server for its search.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../paths.ts';
import { publishBuild } from '../site/static-build-files.ts';
import { documentOf, type Frame, summaryOf } from './document.ts';
import { groupsOf } from './groups.ts';
import { type Page, root } from './page.ts';
import { readPages } from './pages.ts';
import { partsOf } from './parts.ts';

/** Files, keyed by name. Names contain a hash of the content. */
type Assets = Map<string, Buffer>;

/** Adds a file and returns its URL. */
function addAsset(assets: Assets, file: string, bytes: Buffer): string {
  const { name, ext } = path.parse(file);
  const asset = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}${ext}`;
  assets.set(asset, bytes);
  return `${root}/assets/${asset}`;
}

/** Adds the scripts and the style. */
async function addBrowserFiles(assets: Assets): Promise<Record<'script' | 'theme' | 'style', string>> {
  const entry = { script: 'main.ts', theme: 'theme.ts', style: 'manual.css' };
  const { outputFiles } = await build({
    entryPoints: Object.values(entry).map((file) => `shared/ui/manual/${file}`),
    absWorkingDir: projectRoot,
    outdir: 'assets',
    bundle: true,
    format: 'iife',
    minify: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    write: false,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const add = (file: string) => {
    const made = outputFiles.find((one) => path.basename(one.path) === file.replace('.ts', '.js'));
    return addAsset(assets, path.basename(made?.path ?? ''), Buffer.from(made?.contents ?? ''));
  };
  return { script: add(entry.script), theme: add(entry.theme), style: add(entry.style) };
}

/** Adds pictures for both themes, of which the style shows one. Their sizes reserve the space while they load. */
async function withPictures({ html, ...page }: Page, assets: Assets): Promise<Page> {
  let shown = html.replace(
    /<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g,
    '<img class="dark" alt="$2" src="$1" loading="lazy"><img class="light" alt="$2" src="$3" loading="lazy">',
  );
  for (const [whole, file = ''] of shown.matchAll(/"\.\.\/pictures\/([\w-]+\.png)"/g)) {
    const bytes = await readFile(path.join(projectRoot, '.github/pictures', file));
    const size = `width="${bytes.readUInt32BE(16)}" height="${bytes.readUInt32BE(20)}"`;
    shown = shown.replaceAll(whole, `"${addAsset(assets, file, bytes)}" ${size}`);
  }
  return { ...page, html: shown };
}

const missing: Page = {
  name: '404',
  title: 'Page not found',
  html: `<h1 id="missing">Page not found</h1>\n<p>The manual of this version has no page at this URL. Search for it, or see <a href="${root}">all pages</a>.</p>`,
};

/** Builds the site into a folder. `now` is Unix time in ms. */
export async function buildManual(output = '.build/docs', now = Date.now()): Promise<void> {
  const folder = path.resolve(projectRoot, output);
  const assets: Assets = new Map();
  const pages = await Promise.all((await readPages()).map((page) => withPictures(page, assets)));
  const index = pages.find(({ name }) => name === 'index');
  if (!index) throw new Error('the manual has no README.md');
  const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'));
  const frame: Frame = {
    ...(await addBrowserFiles(assets)),
    search: addAsset(assets, 'search.json', Buffer.from(JSON.stringify(pages.flatMap(partsOf)))),
    version,
    groups: groupsOf(index),
    summaries: new Map(pages.map((page) => [page.name, summaryOf(page)])),
  };
  const made = `${folder}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(path.join(made, 'assets'), { recursive: true });
  for (const [name, bytes] of assets) await writeFile(path.join(made, 'assets', name), bytes);
  for (const page of [...pages, missing])
    await writeFile(path.join(made, `${page.name}.html`), documentOf(page, frame));
  // This quality takes a tenth more bytes than the best one, but only a sixtieth of the time.
  await publishBuild(made, folder, { now, brotliQuality: 6 });
}
