/** The preparation of a release from an archive, a Debian package, a folder, or a collection of archives. */

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
 * A release in a folder, with valid checksums. `isInstalled`: the folder is its final one. `verified`: sentences
 * about its origin.
 */
export type TakenIn = { folder: string; version: string; isInstalled: boolean; changelog: string; verified: string };

/**
 * The source of releases. `from`: a folder or URL with release archives. `key`: a minisign public key, or '' to
 * accept any release.
 */
export type Source = { from: string; key: string };

const installedBefore = 'It is already installed, and its files match their checksums.';

/** Prepares a release from a file, a folder or a version. @throws if it is incomplete, or not for this machine */
export async function takeIn(what: string, { from, key }: Source): Promise<TakenIn> {
  const isVersion = versionForm.test(what);
  if (isVersion && (await isThere(folderOf(what))))
    return { ...(await checked(folderOf(what), what)), isInstalled: true, verified: installedBefore };
  if (isVersion && from === '') {
    throw new Error(
      `${what} is not installed here: name its archive, or set the archives' location with --from or RELEASES_URL`,
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
  if (isVersion && release.version !== what) throw new Error(`${given} has version ${release.version}, not ${what}`);
  return { ...release, isInstalled: false, verified };
}

const unsigned =
  'Its files match their checksums. Its origin is unknown: no signature was checked, because RELEASES_KEY is not set.';

/**
 * Verifies an archive's signature, or accepts any release if there is no key. It checks and returns a copy that root
 * owns, because another user can change the original.
 */
async function verifyOrigin(given: string, incoming: string, key: string) {
  if (key === '') return { source: given, verified: unsigned };
  const known = readKey(key);
  const { isDirectory, size } = await found(given);
  if (isDirectory)
    throw new Error(`${given} is refused: RELEASES_KEY is set, and folders have no signature; name the archive`);
  await needSpace(incoming, size * (1 + packedTimes));
  const source = path.join(incoming, path.basename(given));
  if (source !== given) await copyFile(given, source);
  const signature = await readFile(`${given}${signatureSuffix}`, 'utf8').catch(() => {
    throw new Error(`${given} is refused: RELEASES_KEY is set, but ${given}${signatureSuffix} does not exist`);
  });
  const comment = await checkSignature(source, signature.slice(0, mostSignatureBytes), known).catch((error: Error) => {
    throw new Error(`${given} is refused: it ${error.message}`);
  });
  return { source, verified: `It is signed with RELEASES_KEY (${known.id}), with the comment: ${comment}` };
}

/** Finds the installed release that a Debian package consists of. */
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

/** Resolves to the path of a version's archive. Downloads it first if `from` is a URL. */
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
    throw new Error(`${source} does not exist`);
  });
  return { isDirectory: stats.isDirectory(), size: stats.size };
}

/** The assumed maximum ratio between a release's size and its archive's. */
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
    throw new Error(`cannot unpack ${source}, which may be truncated: ${error.message}`);
  });
}

/** Finds the folder that contains `package.json`: an archive's top folder, or `usr/lib/waypost` in a Debian package. */
async function rootIn(folder: string): Promise<string> {
  const deb = path.join(folder, 'usr/lib/waypost');
  if (await isThere(deb)) return deb;
  const names = await readdir(folder);
  return names.length === 1 && !names.includes('package.json') ? path.join(folder, elementOf(names, 0)) : folder;
}

async function sizeOf(folder: string): Promise<number> {
  const output = await runProgram(['du', '--summarize', '--bytes', folder]);
  return Number.parseInt(output, 10);
}

async function needSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  const [needed, left] = [bytes, free].map((count) => Math.ceil(count / 2 ** 20));
  if (free < bytes) throw new Error(`the release can need ${needed} MB in ${folder}, and ${left} MB are free`);
}
