/** Requirements of a plugin: other plugins and this host, each of a least version. Pure. */
import type { Plugin } from './plugin.ts';

/** The name of the host in `requires`. */
export const hostName = 'waypost';

/** Numbers with dots between them; what else a version has does not count. */
const partsOf = (version: string) => version.split(/[.\-+]/).map((part) => Number.parseInt(part, 10) || 0);

function isAtLeast(version: string, least: string): boolean {
  const [has, needs] = [partsOf(version), partsOf(least)];
  for (const [index, need] of needs.entries()) {
    const have = has[index] ?? 0;
    if (have !== need) return have > need;
  }
  return true;
}

/** The missing requirements, in words; `undefined` when there are none. `versionOf` knows what runs. */
export function findLacking(
  { requires = {} }: Pick<Plugin, 'requires'>,
  versionOf: (name: string) => string | undefined,
): string | undefined {
  for (const [name, least] of Object.entries(requires)) {
    const version = versionOf(name);
    const what = name === hostName ? 'Waypost' : `the plugin ${name}`;
    if (version === undefined) return `it requires ${what}, which does not run`;
    if (!isAtLeast(version, least)) return `it requires ${what} at least ${least}; this is ${version}`;
  }
  return undefined;
}
