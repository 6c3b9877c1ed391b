// @ts-check
/** The compiler: esbuild, file by file and without type checks. */
import path from 'node:path';
import { dense, forNode, packagesAreJoined } from './packages.js';
import { root } from './sources.js';

/**
 * Entries that are bundled with their imports, because loading about four hundred files takes time. Entries of a list
 * share chunks, and dynamic imports become chunks. Packages are not bundled: bundling them took most of the build time,
 * and five times the memory.
 */
const bundled = [
  [
    'daemon/server.ts',
    'daemon/worker.ts',
    'automations-api/server.ts',
    'automations-api/cli.ts',
    'shared/process/run-several.ts',
  ],
  ['daemon/cli.ts'],
];

/** @param {string} file */
export const isBundled = (file) => bundled.flat().includes(file);

/** An error that describes faults in the sources. */
export class BuildFailed extends Error {}

/** @typedef {Map<string, string>} Faults, keyed by the file that has them */

/** @param {Faults} faults @throws {BuildFailed} if there are any */
export function throwFaults(faults) {
  if (faults.size > 0) throw new BuildFailed([...faults.values()].join('').trimEnd());
}

/**
 * Compiles each file separately, except for bundled entries. Imports of other sources become imports of their output files.
 * @param {string[]} files @param {string} to @param {import('esbuild').BuildOptions} how
 * @returns {Promise<Faults>} if not empty, nothing is written
 */
export async function compile(files, to, how = dense) {
  const esbuild = await import('esbuild');
  /** @param {string[]} entryPoints @param {import('esbuild').BuildOptions} more */
  const make = (entryPoints, more) =>
    esbuild
      .build({
        ...forNode,
        entryPoints,
        outbase: root,
        outdir: to,
        packages: 'external',
        sourcemap: true,
        sourcesContent: false,
        ...how,
        ...more,
      })
      .catch((/** @type {import('esbuild').BuildFailure} */ failure) => failure);
  const wayToRoot = (/** @type {string} */ importer) => path.relative(path.dirname(importer), root) || '.';
  const results = await Promise.all([
    make(
      files.filter((file) => !isBundled(file)),
      { plugins: [importsStay, packagesAreJoined(wayToRoot)] },
    ),
    ...bundled.map((entries) =>
      make(
        entries.filter((file) => files.includes(file)),
        // Chunks have the same folder depth as an entry.
        { splitting: true, chunkNames: 'chunks/[name]-[hash]', plugins: [packagesAreJoined(() => '..')] },
      ),
    ),
  ]);
  return await describeFaults(results.flatMap((result) => result.errors));
}

/** @param {import('esbuild').Message[]} errors @returns {Promise<Faults>} */
async function describeFaults(errors) {
  const esbuild = await import('esbuild');
  const words = await esbuild.formatMessages(errors, { kind: 'error' });
  /** @type {Faults} */
  const faults = new Map();
  for (const [index, { location, text }] of errors.entries()) {
    const file = location?.file ?? '';
    const word = words[index] ?? text;
    if (!faults.get(file)?.includes(word)) faults.set(file, `${faults.get(file) ?? ''}${word}`);
  }
  return faults;
}

/** @type {import('esbuild').Plugin} */
const importsStay = {
  name: 'imports-stay',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path: source, kind }) =>
      kind === 'entry-point' ? undefined : { path: source.replace(/\.ts$/, '.js'), external: true },
    );
  },
};
