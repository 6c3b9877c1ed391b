/**
 * Publishes a build to the folder that `static-site.ts` serves: each file with its compressed forms. Files of
 * earlier builds are kept for pages that are still open, and for processes that still serve those pages.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '../pages/language.ts';

/** The stored encodings with their file suffixes, best first. */
export const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
export type Encoding = (typeof encodings)[number][0];

/** Returns the name of the page for a screen's path in a language: `de.links.:id` for `/links/:id`, `de.index` for `/`. */
export const pageNameOf = (at: string, language: Language): string =>
  `${language}.${at.slice(1).replaceAll('/', '.') || 'index'}`;

const pack: Record<Encoding, (plain: Buffer, brotliQuality: number) => Promise<Buffer>> = {
  br: (plain, quality) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};
/** Returns whether a file is already compressed. */
const isPacked = (file: string) => file.endsWith('.png');

/** The time after which no process, and hardly any open page, uses a replaced build. */
const keptMs = 86_400_000;

/** A build whose files are kept. */
type Build = { at: number; assets: string[] };

/**
 * Moves a build into `folder`: its pages, and `assets/`, whose file names change with their content. The pages are
 * written last, so that their assets always exist. Assets are kept from the previous build, and from earlier builds
 * that were replaced less than a day ago. Compression with the best `brotliQuality` takes most of a build's time.
 */
export async function publishBuild(
  made: string,
  folder: string,
  { now = Date.now(), brotliQuality = constants.BROTLI_MAX_QUALITY } = {},
): Promise<void> {
  const publishFile = async (name: string) => {
    const plain = await readFile(path.join(made, name));
    for (const [encoding, suffix] of isPacked(name) ? [] : encodings)
      await replaceFile(path.join(folder, `${name}${suffix}`), await pack[encoding](plain, brotliQuality));
    await replaceFile(path.join(folder, name), plain);
  };
  const assets = (await readdir(path.join(made, 'assets'))).sort();
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  for (const name of assets) await publishFile(path.join('assets', name));
  const builds = withBuild(await readBuilds(folder), { at: now, assets });
  const pages = (await readdir(made)).filter((name) => name.endsWith('.html'));
  for (const page of pages) await publishFile(page);
  await replaceFile(path.join(folder, 'builds.json'), JSON.stringify(builds));
  await removeOthers(path.join(folder, 'assets'), new Set(builds.flatMap((build) => build.assets)));
  await removeOthers(folder, new Set([...pages, 'assets', 'builds.json']));
  await rm(made, { recursive: true });
}

function withBuild(previous: Build[], build: Build): Build[] {
  const isSame = previous[0]?.assets.join() === build.assets.join();
  const builds = isSame ? previous : [build, ...previous];
  return builds.filter((_, index) => index < 2 || build.at - (builds[index - 1] as Build).at < keptMs);
}

const readBuilds = async (folder: string): Promise<Build[]> =>
  readFile(path.join(folder, 'builds.json'), 'utf8').then(
    (text) => JSON.parse(text),
    () => [],
  );

/** Replaces a file in such a way that readers never see an incomplete file. */
async function replaceFile(at: string, content: Buffer | string): Promise<void> {
  await writeFile(`${at}.new`, content);
  await rename(`${at}.new`, at);
}

async function removeOthers(folder: string, kept: Set<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!kept.has(name.replace(/\.(br|gz|new)$/, ''))) await rm(path.join(folder, name), { force: true });
  }
}
