/**
 * Puts what a build made where `static-site.ts` serves it from: each file packed for the wire beside it, and the files of the
 * build before still there, for pages that were loaded before it and for processes that still hand those out.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Forms a file is kept in, the best first, and what is added to its name. */
export const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
export type Encoding = (typeof encodings)[number][0];

const pack: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliCompress),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};

/** A build that another took the place of this long ago is gone from every process and nearly every open page. */
const keptMs = 86_400_000;

/** The builds whose files are kept, the newest first. */
type Build = { at: number; assets: string[] };

/**
 * Moves a build (`index.html` and `assets/`, whose names change with what is in them) into `folder`. The page comes last, so
 * that what it names is always there. The build before stays, and those that were replaced less than a day ago.
 */
export async function publishBuild(made: string, folder: string, now = Date.now()): Promise<void> {
  const assets = (await readdir(path.join(made, 'assets'))).sort();
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  for (const name of assets) await publishFile(path.join(made, 'assets', name), path.join(folder, 'assets', name));
  const builds = withBuild(await readBuilds(folder), { at: now, assets });
  await publishFile(path.join(made, 'index.html'), path.join(folder, 'index.html'));
  await replaceFile(path.join(folder, 'builds.json'), JSON.stringify(builds));
  await removeOthers(path.join(folder, 'assets'), new Set(builds.flatMap((build) => build.assets)));
  await rm(made, { recursive: true });
}

function withBuild(former: Build[], build: Build): Build[] {
  const isSame = former[0]?.assets.join() === build.assets.join();
  const builds = isSame ? former : [build, ...former];
  return builds.filter((_, index) => index < 2 || build.at - (builds[index - 1] as Build).at < keptMs);
}

const readBuilds = async (folder: string): Promise<Build[]> =>
  readFile(path.join(folder, 'builds.json'), 'utf8').then(
    (text) => JSON.parse(text),
    () => [],
  );

async function publishFile(from: string, to: string): Promise<void> {
  const plain = await readFile(from);
  for (const [encoding, suffix] of encodings) await replaceFile(`${to}${suffix}`, await pack[encoding](plain));
  await replaceFile(to, plain);
}

/** At no time is there half of it. */
async function replaceFile(at: string, content: Buffer | string): Promise<void> {
  await writeFile(`${at}.new`, content);
  await rename(`${at}.new`, at);
}

async function removeOthers(folder: string, kept: Set<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!kept.has(name.replace(/\.(br|gz|new)$/, ''))) await rm(path.join(folder, name), { force: true });
  }
}
