/**
 * The reporter of dependency-cruiser for `npm run lint`. It also finds cycles between folders. dependency-cruiser counts a
 * subfolder's files as the folder's own, and so misses imports between the two. Here each folder is separate.
 */
const path = require('node:path');

/** @typedef {import('dependency-cruiser').ICruiseResult} CruiseResult */

/** Lists the folders that each folder's files import. @param {CruiseResult} result @returns {Map<string, Set<string>>} */
function importsOfFolders({ modules }) {
  const folders = new Map();
  for (const { source, dependencies } of modules) {
    const folder = path.dirname(source);
    const imported = folders.get(folder) ?? new Set();
    for (const { resolved } of dependencies) imported.add(path.dirname(resolved));
    imported.delete(folder);
    folders.set(folder, imported);
  }
  return folders;
}

/** Finds the shortest cycle of imports through a folder. @param {Map<string, Set<string>>} folders @param {string} folder */
function cycleFrom(folders, folder) {
  const paths = [[folder]];
  const seen = new Set();
  for (const steps of paths) {
    for (const next of folders.get(steps.at(-1)) ?? []) {
      if (next === folder) return [...steps, next];
      if (!seen.has(next)) paths.push([...steps, next]);
      seen.add(next);
    }
  }
  return undefined;
}

/** Lists each cycle once, from its first folder by name. @param {Map<string, Set<string>>} folders */
const cyclesOf = (folders) =>
  [...folders.keys()].flatMap((folder) => {
    const cycle = cycleFrom(folders, folder);
    return cycle?.every((other) => folder <= other) ? [cycle] : [];
  });

/** @param {CruiseResult} result @returns {{ output: string, exitCode: number }} */
module.exports = (result) => {
  const { violations, totalCruised } = result.summary;
  const cycles = cyclesOf(importsOfFolders(result));
  const faults = [
    ...violations.map(({ rule, from, to, cycle = [] }) => {
      const steps = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
      return `${rule.name}: ${[from, ...steps].join(' → ')}`;
    }),
    ...cycles.map((steps) => `no-folder-cycles: ${steps.join(' → ')}`),
  ];
  const end = `${faults.length} import faults in ${totalCruised} modules.`;
  return { output: `${[...faults, end].join('\n')}\n`, exitCode: faults.length };
};
