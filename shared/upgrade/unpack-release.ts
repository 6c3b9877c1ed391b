/** Brings a release beside those that are installed, from an archive, a Debian package, a folder or a list of archives. */

import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { elementOf } from '../elements.ts';
import { freeBytes } from '../process/free-space.ts';
import { trimEndOf } from '../trim.ts';
import { download, fetchText } from './fetch-archive.ts';
import { folderOf, incomingRelease, newIncoming } from './releases.ts';
import { runProgram } from './run-of-release.ts';
import { checkSignature, mostSignatureBytes, readKey, signatureSuffix } from './signature.ts';
import { checkRelease, sumsOf } from './verify-release.ts';
import { versionForm } from './versions.ts';

/**
 * A release in a folder, its checksums right; `isInstalled`: that is its final folder. `verified`: sentences about its
 * origin.
 */
export type TakenIn = { folder: string; version: string; isInstalled: boolean; changelog: string; verified: string };

/** `from`: a folder or URL with archives of versions. `key`: minisign's public key, or '' to take any release. */
export type Source = { from: string; key: string };

const installedBefore = 'It is installed already, and its files match their checksums.';

/** `what` is a file, a folder or a version. @throws when it is not a whole release for here */
export async function takeIn(what: string, { from, key }: Source): Promise<TakenIn> {
  const isVersion = versionForm.test(what);
  if (isVersion && (await isThere(folderOf(what))))
    return { ...(await checked(folderOf(what), what)), isInstalled: true, verified: installedBefore };
  if (isVersion && from === '') {
    throw new Error(
      `${what} is not installed here: name its archive, or where archives are with --from or RELEASES_URL`,
    );
  }
  const incoming = await newIncoming();
  const given = isVersion ? await findArchive(what, from, incoming, key) : path.resolve(what);
  const installed = await findInstalled(given);
  if (installed) return { ...(await checked(installed, what)), isInstalled: true, verified: installedBefore };
  const { source, verified } = await verifyOrigin(given, incoming, key);
  const folder = path.join(incoming, 'release');
  await mkdir(folder);
  await unpack(source, folder);
  await rename(await rootIn(folder), incomingRelease);
  const release = await checked(incomingRelease, what);
  if (isVersion && release.version !== what) throw new Error(`${given} is ${release.version} and not ${what}`);
  return { ...release, isInstalled: false, verified };
}

const unsigned =
  'It is complete, by its own checksums. Nothing shows who made it: no signature was checked, because RELEASES_KEY is not set.';

/** Without a key every release is taken. With one, root's own copy is checked and used: another user can change the file. */
async function verifyOrigin(given: string, incoming: string, key: string) {
  if (key === '') return { source: given, verified: unsigned };
  const known = readKey(key);
  const { isDirectory, size } = await found(given);
  if (isDirectory)
    throw new Error(`${given} is refused: RELEASES_KEY is set, and a folder has no signature; name the archive`);
  await needSpace(incoming, size * (1 + packedTimes));
  const source = path.join(incoming, path.basename(given));
  if (source !== given) await copyFile(given, source);
  const signature = await readFile(`${given}${signatureSuffix}`, 'utf8').catch(() => {
    throw new Error(`${given} is refused: RELEASES_KEY is set, and there is no ${given}${signatureSuffix}`);
  });
  const comment = await checkSignature(source, signature.slice(0, mostSignatureBytes), known).catch((error: Error) => {
    throw new Error(`${given} is refused: it ${error.message}`);
  });
  return { source, verified: `Its signature is by RELEASES_KEY (${known.id}), with the comment: ${comment}` };
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

/** Its path in a folder, or that of its download. */
async function findArchive(version: string, from: string, incoming: string, key: string): Promise<string> {
  const name = `waypost-${version}-linux-${process.arch}.tar.gz`;
  if (!from.includes('://')) return path.resolve(from, name);
  const url = `${trimEndOf(from, '/')}/${name}`;
  const file = path.join(incoming, name);
  await download(url, file, (bytes) => needSpace(incoming, bytes * (1 + packedTimes)));
  if (key !== '')
    await writeFile(`${file}${signatureSuffix}`, await fetchText(`${url}${signatureSuffix}`, mostSignatureBytes));
  return file;
}

async function found(source: string): Promise<{ isDirectory: boolean; size: number }> {
  const stats = await stat(source).catch(() => {
    throw new Error(`there is no ${source}`);
  });
  return { isDirectory: stats.isDirectory(), size: stats.size };
}

/** How much larger than an archive what is in it can be. */
const packedTimes = 6;

async function unpack(source: string, folder: string): Promise<void> {
  const { isDirectory, size } = await found(source);
  if (isDirectory) {
    await needSpace(folder, await sizeOf(source));
    return void (await runProgram(['cp', '-a', '--no-preserve=ownership', `${source}/.`, folder]));
  }
  await needSpace(folder, size * packedTimes);
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
  return names.length === 1 && !names.includes('package.json') ? path.join(folder, elementOf(names, 0)) : folder;
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
