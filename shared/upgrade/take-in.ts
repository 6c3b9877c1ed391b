/** Brings a release beside those that are installed, from an archive, a Debian package, a folder or a list of archives. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeBytes } from '../process/free-space.ts';
import { trimEndOf } from '../trim.ts';
import { folderOf, incomingRelease, newIncoming } from './releases.ts';
import { runProgram } from './run-of-release.ts';
import { checkRelease, sumsOf } from './sums.ts';
import { versionForm } from './versions.ts';

/** A release in a folder, its checksums right; `isInstalled` where that is its place already. */
export type TakenIn = { folder: string; version: string; isInstalled: boolean; changelog: string };

/** `what` is a file, a folder or a version; `from` where archives of versions are. @throws when it is not a whole release for here. */
export async function takeIn(what: string, from: string): Promise<TakenIn> {
  const isVersion = versionForm.test(what);
  if (isVersion && (await isThere(folderOf(what))))
    return { ...(await checked(folderOf(what), what)), isInstalled: true };
  if (isVersion && from === '') {
    throw new Error(
      `${what} is not installed here: name its archive, or where archives are with --from or RELEASES_URL`,
    );
  }
  const incoming = await newIncoming();
  const source = isVersion ? await findArchive(what, from, incoming) : path.resolve(what);
  const installed = await findInstalled(source);
  if (installed) return { ...(await checked(installed, what)), isInstalled: true };
  const folder = path.join(incoming, 'release');
  await mkdir(folder);
  await unpack(source, folder);
  await rename(await rootIn(folder), incomingRelease);
  const release = await checked(incomingRelease, what);
  if (isVersion && release.version !== what) throw new Error(`${source} is ${release.version} and not ${what}`);
  return { ...release, isInstalled: false };
}

/** A package of Debian links the release to its place by itself. */
async function findInstalled(source: string): Promise<string | undefined> {
  const text = await readFile(path.join(source, 'package.json'), 'utf8').catch(() => '{}');
  const [, version = ''] = /"version": "([\d.]+)"/.exec(text) ?? [];
  const [sums, theirs] = await Promise.all([sumsOf(source), sumsOf(folderOf(version))]);
  return versionForm.test(version) && sums !== '' && sums === theirs ? folderOf(version) : undefined;
}

const isThere = (at: string) =>
  stat(at).then(
    () => true,
    () => false,
  );

async function checked(folder: string, what: string) {
  const version = await checkRelease(folder).catch((error: Error) => {
    throw new Error(`${what} is refused: ${error.message}`);
  });
  return { folder, version, changelog: await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8').catch(() => '') };
}

/** Its place in a folder, or where it was brought from an address. */
async function findArchive(version: string, from: string, incoming: string): Promise<string> {
  const name = `waypost-${version}-linux-${process.arch}.tar.gz`;
  if (!/^https?:\/\//i.test(from)) return path.resolve(from, name);
  const address = `${trimEndOf(from, '/')}/${name}`;
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`${address} answers ${answer.status}`);
  await needSpace(incoming, Number(answer.headers.get('content-length') ?? 0) * packedTimes);
  const file = path.join(incoming, name);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
  return file;
}

/** How much larger than an archive what is in it can be. */
const packedTimes = 6;

async function unpack(source: string, folder: string): Promise<void> {
  const found = await stat(source).catch(() => {
    throw new Error(`there is no ${source}`);
  });
  if (found.isDirectory()) {
    await needSpace(folder, await sizeOf(source));
    return void (await runProgram(['cp', '-a', '--no-preserve=ownership', `${source}/.`, folder]));
  }
  await needSpace(folder, found.size * packedTimes);
  const words = source.endsWith('.deb')
    ? ['dpkg-deb', '--extract', source, folder]
    : ['tar', '--extract', '--gzip', '--no-same-owner', '--file', source, '--directory', folder];
  await runProgram(words).catch((error: Error) => {
    throw new Error(`${source} cannot be unpacked, it may be cut off: ${error.message}`);
  });
}

/** The folder with `package.json`: an archive has one at its top, a package of Debian `usr/lib/waypost`. */
async function rootIn(folder: string): Promise<string> {
  const deb = path.join(folder, 'usr/lib/waypost');
  if (await isThere(deb)) return deb;
  const names = await readdir(folder);
  return names.length === 1 && !names.includes('package.json') ? path.join(folder, names[0] as string) : folder;
}

async function sizeOf(folder: string): Promise<number> {
  const said = await runProgram(['du', '--summarize', '--bytes', folder]);
  return Number.parseInt(said, 10);
}

async function needSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  const [needed, left] = [bytes, free].map((count) => Math.ceil(count / 2 ** 20));
  if (free < bytes) throw new Error(`it may need ${needed} MB at ${folder}, and ${left} MB are free`);
}
