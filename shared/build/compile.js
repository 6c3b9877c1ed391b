// @ts-check
/** Compiles TypeScript with esbuild, each file without its types. */
import path from 'node:path';
import { dense, forNode, packagesAreJoined } from './packages.js';
import { root } from './sources.js';

/**
 * Entries that become one file with the sources they import: each of some four hundred would take its time. Entries of one
 * list share parts, and what they import later is a part of its own. Packages stay out: to compile them for each list took most
 * of a build, and five times its memory.
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

/** Faults of the sources, in words for the person who builds. */
export class BuildFailed extends Error {}

/** @typedef {Map<string, string>} Faults by the file that has them */

/** @param {Faults} faults @throws {BuildFailed} if there are any */
export function throwFaults(faults) {
  if (faults.size > 0) throw new BuildFailed([...faults.values()].join('').trimEnd());
}

/**
 * Compiles each file by itself, but for the bundled ones. Imports of other sources stay imports, of the files made of those.
 * @param {string[]} files @param {string} to @param {import('esbuild').BuildOptions} how
 * @returns {Promise<Faults>} which leave nothing written
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
        // Shared parts lie as deep as an entry.
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
