/**
 * The plugins on this machine: folders with a `plugin.js` or a built `plugin.ts`, and npm packages named by a setting.
 * A plugin that cannot be loaded does not affect the others.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtRoot, projectRoot } from '../../shared/paths.ts';
import { checkPlugin } from './check-plugin.ts';
import type { Plugin } from './plugin.ts';
import { withinLimit } from './within-limit.ts';

/** A loaded plugin. `directory` contains its `migrations/`; `from` is its location, for display. */
export type InstalledPlugin = { plugin: Plugin; directory: string; from: string };
export type BrokenPlugin = { name: string; problem: string; from: string };

/** Read access to the installed plugins. */
export type PluginSource = Pick<InstalledPlugins, 'find' | 'list'>;

/** The name of an npm package: `package` or `@scope/package`. The pattern keeps imports in node_modules. */
const packageName = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i;

/** A function that imports a plugin's module. */
type Load = () => Promise<unknown>;

export class InstalledPlugins {
  readonly #directories: readonly string[];
  readonly #packages: readonly string[];
  readonly #parts: Readonly<Record<string, Load>>;

  /** Creates the source. `parts` are the plugins built into this program, by folder. */
  constructor(directories: readonly string[], packages: readonly string[], parts: Record<string, Load> = {}) {
    this.#directories = directories;
    this.#packages = packages;
    this.#parts = parts;
  }

  /** Imports the plugin with this name, without importing other folders. @throws with the plugin's fault */
  async find(name: string): Promise<InstalledPlugin | undefined> {
    const folder = this.#folders().find((one) => path.basename(one) === name);
    if (folder) return this.#loadFolder(folder);
    for (const one of this.#packages) {
      const loaded = await loadPackage(one).catch((error: Error) => error);
      if (loaded instanceof Error && one === name) throw loaded;
      if (!(loaded instanceof Error) && loaded.plugin.name === name) return loaded;
    }
    return undefined;
  }

  /** Imports all plugins. A second plugin with the same name is reported as broken. */
  async list(): Promise<(InstalledPlugin | BrokenPlugin)[]> {
    const found: (InstalledPlugin | BrokenPlugin)[] = [];
    const names = new Set<string>();
    const sources = [
      ...this.#folders().map(
        (folder) => [path.basename(folder), fromFolder(folder), () => this.#loadFolder(folder)] as const,
      ),
      ...this.#packages.map((one) => [one, fromPackage(one), () => loadPackage(one)] as const),
    ];
    for (const [name, from, load] of sources) {
      const loaded = await load().catch((error: Error) => ({ name, from, problem: error.message }));
      const isTaken = 'plugin' in loaded && names.has(loaded.plugin.name);
      found.push(isTaken ? { name, from, problem: `another plugin is called ${loaded.plugin.name}` } : loaded);
      if ('plugin' in loaded) names.add(loaded.plugin.name);
    }
    return found;
  }

  async #loadFolder(folder: string): Promise<InstalledPlugin> {
    const plugin = await load(this.#parts[folder] ?? (() => import(entryOf(folder))));
    if (plugin.name !== path.basename(folder)) {
      throw new Error(`its plugin is called ${plugin.name}, its folder ${path.basename(folder)}`);
    }
    return { plugin, directory: folder, from: fromFolder(folder) };
  }

  #folders(): string[] {
    return this.#directories.filter(existsSync).flatMap((directory) =>
      readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
        .map(({ name }) => path.join(directory, name))
        .filter((folder) => hasFile(folder, 'plugin.ts') || hasFile(folder, 'plugin.js'))
        .sort(),
    );
  }
}

const loadWithinMs = 15_000;

const hasFile = (folder: string, name: string) => existsSync(path.join(folder, name));
const fromFolder = (folder: string) => path.relative(projectRoot, folder);
const fromPackage = (name: string) => `package ${name}`;

/**
 * Returns the URL to import: the built file of a TypeScript plugin, or the plugin's own file in JavaScript. A changed
 * file gets a new URL, since Node.js caches modules by URL.
 */
function entryOf(folder: string): string {
  const within = path.relative(projectRoot, folder);
  if (!hasFile(folder, 'plugin.ts') || within.startsWith('..')) {
    const file = path.join(folder, 'plugin.js');
    if (!existsSync(file)) throw new Error('it is written in TypeScript: compile it to plugin.js');
    return `${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`;
  }
  const [own, newest] = [builtRoot, newestBuild()].map((build) => path.join(build, within)) as [string, string];
  const built = hasFile(own, 'plugin.js') && (own === newest || isSame(own, newest)) ? own : newest;
  if (!hasFile(built, 'plugin.js')) throw new Error('it is not built yet: run `npm run build`');
  return pathToFileURL(path.join(built, 'plugin.js')).href;
}

/** Returns the current build. The process can still run an older one. */
function newestBuild(): string {
  const current = path.join(projectRoot, '.build/current');
  return existsSync(current) ? realpathSync(current) : builtRoot;
}

/** Checks whether two folders contain the same code. */
function isSame(one: string, other: string): boolean {
  const filesOf = (folder: string) =>
    existsSync(folder)
      ? (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.js')).sort()
      : [];
  const files = filesOf(one);
  return (
    files.join() === filesOf(other).join() &&
    files.every((file) => readFileSync(path.join(one, file)).equals(readFileSync(path.join(other, file))))
  );
}

async function loadPackage(name: string): Promise<InstalledPlugin> {
  if (!packageName.test(name)) throw new Error('PLUGIN_PACKAGES must be names of packages');
  const plugin = await load(() => import(name));
  return { plugin, directory: path.join(projectRoot, 'node_modules', name), from: fromPackage(name) };
}

async function load(from: Load): Promise<Plugin> {
  const module = (await withinLimit(loadWithinMs, from)) as {
    plugin?: unknown;
    default?: { plugin?: unknown };
  };
  // A CommonJS module's exports are its default export.
  return checkPlugin(module.plugin ?? module.default?.plugin ?? module.default);
}
