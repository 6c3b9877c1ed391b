// @ts-check
/**
 * The checksums of all migrations, by the release that added them. Waypost refuses a file that was changed after a database applied it,
 * so the files of a tagged release never change.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hashOf } from './files.js';

/** @typedef {Record<string, string>} Checksums by file */
/** @typedef {Record<string, Checksums>} Frozen by version */

export const frozenFile = 'test/fixtures/released-migrations.json';
const migration = /^(?!test\/)(.*\/)?(sql|migrations)\/\d{4}_[a-z0-9-]+\.sql$/;

const git = async (/** @type {string} */ root, /** @type {string[]} */ ...words) =>
  (await promisify(execFile)('git', words, { cwd: root })).stdout.split(/[\n\0]/).filter(Boolean);

/** Computes the checksums of all migrations. @param {string} root of the checkout @returns {Promise<Checksums>} */
export async function checksumsOfMigrations(root) {
  const names = await git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.sql');
  const taken = [...new Set(names)].filter((name) => migration.test(name)).sort();
  return Object.fromEntries(await Promise.all(taken.map(async (name) => [name, await hashOf(path.join(root, name))])));
}

/** @param {string} root @returns {Promise<Frozen>} */
export const readFrozen = async (root) => JSON.parse(await readFile(path.join(root, frozenFile), 'utf8'));

/**
 * Assigns all files that no other release added to this release. @param {Frozen} frozen @param {string} version
 * @param {Checksums} checksums @returns {Frozen}
 */
export function freeze(frozen, version, checksums) {
  const { [version]: _, ...others } = frozen;
  const taken = new Set(Object.values(others).flatMap(Object.keys));
  const own = Object.entries(checksums).filter(([name]) => !taken.has(name));
  return { ...others, ...(own.length > 0 && { [version]: Object.fromEntries(own) }) };
}

/** Returns a sentence for each file that is new, changed or missing. @param {Frozen} frozen @param {Checksums} checksums */
export function differences(frozen, checksums) {
  const known = Object.assign({}, ...Object.values(frozen));
  return [...new Set([...Object.keys(known), ...Object.keys(checksums)])].sort().flatMap((name) => {
    if (!checksums[name]) return [`${name} is missing`];
    if (!known[name]) return [`${name} is new`];
    return known[name] === checksums[name] ? [] : [`${name} was changed`];
  });
}

/** Writes the current checksums for a version that has no tag. @param {string} root @param {string} version */
export async function writeFrozen(root, version) {
  if ((await git(root, 'tag', '--list', `v${version}`)).length > 0) {
    throw new Error(`${version} is tagged, so its migrations stay as they are; set the next version in package.json`);
  }
  const frozen = freeze(await readFrozen(root), version, await checksumsOfMigrations(root));
  await writeFile(path.join(root, frozenFile), `${JSON.stringify(frozen, null, 2)}\n`);
  return Object.keys(frozen[version] ?? {});
}

/** @param {string} root @throws if a migration is not frozen */
export async function checkFrozen(root) {
  const found = differences(await readFrozen(root), await checksumsOfMigrations(root));
  if (found.length > 0) {
    throw new Error(`migrations differ from ${frozenFile} (npm run release -- --freeze):\n${found.join('\n')}`);
  }
}
