// @ts-check
/** The contents of an archive or a package: its parts with their files and bytes, and files that do not belong in a release. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isShipped } from './shipped.js';

/** @typedef {{ name: string, bytes: number }} File */

/** Compilers and build tools, which a release must not contain, even as dependencies of production packages. */
const builders =
  /^(typescript|@typescript\/.+|esbuild|@esbuild\/.+|@swc\/.+|@babel\/.+|rollup|webpack|node-gyp|tap|@tapjs\/.+)$/;
const ofDevelopers = /(^|\/)(test|bench)\/|\.(test|spec)\.|\.tsx?$/;

/**
 * Lists an archive's files by their paths in the release's folder. A Debian package's other files keep their full path.
 * @param {string} archive
 */
export async function listContents(archive) {
  const words = archive.endsWith('.deb') ? ['dpkg-deb', '--contents'] : ['tar', '--list', '--verbose', '--file'];
  const [program = '', ...options] = words;
  const { stdout } = await promisify(execFile)(program, [...options, archive], { maxBuffer: 64 << 20 });
  const rows = stdout.matchAll(/^-\S+ +\S+ +(\d+) +\S+ +\S+ (.+)$/gm);
  return [...rows].map(([, bytes, name = '']) => ({
    name: name.replace(/^(\.\/usr\/lib\/waypost|waypost-[^/]+)\//, ''),
    bytes: Number(bytes),
  }));
}

/** Returns the folder of a file's package, or its first two folders. @param {string} name */
function partOf(name) {
  const [inPackage] = /^(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(name) ?? [];
  return name.startsWith('node_modules/') ? String(inPackage) : name.split('/').slice(0, 2).join('/');
}

/** Sums up the files by part. @param {File[]} files @returns {{ part: string, count: number, bytes: number }[]} the largest first */
export function sumUp(files) {
  /** @type {Map<string, { part: string, count: number, bytes: number }>} */
  const sums = new Map();
  for (const { name, bytes } of files) {
    const part = partOf(name);
    const sum = sums.get(part) ?? { part, count: 0, bytes: 0 };
    sums.set(part, { part, count: sum.count + 1, bytes: sum.bytes + bytes });
  }
  return [...sums.values()].sort((a, b) => b.bytes - a.bytes);
}

/**
 * Returns a sentence for each file that does not belong in a release.
 * @param {File[]} files @param {string} arch @param {Record<string, { dev?: boolean }>} packages of the lock
 */
export function strangersIn(files, arch, packages) {
  const faults = new Set();
  for (const { name } of files) {
    const part = partOf(name);
    if (!part.startsWith('node_modules/')) {
      if (ofDevelopers.test(name)) faults.add(`${name} is a source or a test`);
    } else if (!packages[part] || packages[part]?.dev) faults.add(`${part} is not a production package`);
    else if (builders.test(part.replace(/^.*node_modules\//, ''))) faults.add(`${part} is a build or test tool`);
    else if (!isShipped(name, arch)) faults.add(`${name} is only for development`);
  }
  return [...faults];
}

/**
 * Lists an archive's files, and checks them against the checkout's lock file.
 * @param {string} archive @param {string} root of the checkout
 * @throws an error that names files that do not belong there
 */
export async function checkContents(archive, root) {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const files = await listContents(archive);
  const faults = strangersIn(files, path.basename(archive).includes('arm64') ? 'arm64' : 'x64', packages);
  if (faults.length > 0) throw new Error(`${archive} has unexpected files:\n${faults.join('\n')}`);
  return files;
}

/** Prints a line for each part. @param {File[]} files */
export function showContents(files) {
  const parts = sumUp(files);
  for (const { part, count, bytes } of parts) {
    process.stdout.write(`${(bytes / 1e3).toFixed(1).padStart(10)} kB ${String(count).padStart(6)}  ${part}\n`);
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(`${(total / 1e6).toFixed(1)} MB in ${files.length} files of ${parts.length} parts\n`);
}
