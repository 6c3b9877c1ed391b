/**
 * Files with plugin faults that ended a process, one per fault. A process that hangs or crashes cannot use the
 * database. The next process counts and removes them.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../shared/paths.ts';

/** A plugin's fault. `from` is the plugin's source, as `plugin list` shows it. */
export type Fault = { from: string; reason: string; at: string };

export const faultFolder = (localDir: string) => path.join(localDir, 'plugin-faults');

/** Writes a fault synchronously: the process can be killed afterwards. */
export function writeFault(folder: string, fault: Fault): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${Date.now()}-${process.pid}-${process.hrtime.bigint()}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(fault));
  renameSync(`${file}.new`, file);
}

/** Reads all faults, the oldest first. Each file is kept until `forgetFault`. */
export function readFaults(folder: string): { file: string; fault: Fault }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, fault: JSON.parse(readFileSync(file, 'utf8')) as Fault }));
}

export const forgetFault = (file: string): void => rmSync(file, { force: true });

const pluginFolder = /\bautomations-api\/plugins\/[^/\s]+(?=\/)/;

/** The locations of additional plugins. */
export type PluginPlaces = { pluginsDir: string; pluginPackages: readonly string[] };

/** Returns the source of the topmost plugin in a stack, if there is one. */
export function findCulprit(stack: string, { pluginsDir, pluginPackages: packages }: PluginPlaces): string | undefined {
  const outside = pluginsDir === '' ? undefined : `${pathToFileURL(path.resolve(pluginsDir)).href}/`;
  for (const line of stack.split('\n')) {
    const [inFolder] = pluginFolder.exec(line) ?? [];
    if (inFolder) return inFolder;
    const [, below] = outside === undefined ? [] : line.split(outside);
    if (below !== undefined) return path.relative(projectRoot, path.resolve(pluginsDir, below.split('/')[0] ?? ''));
    const inPackage = packages.find((name) => line.includes(`/node_modules/${name}/`));
    if (inPackage) return `package ${inPackage}`;
  }
  return undefined;
}
