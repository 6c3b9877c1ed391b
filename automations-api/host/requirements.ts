/** Requirements of a plugin: minimum versions of other plugins and of the host. Pure. */
import type { Plugin } from './plugin.ts';

/** The name of the host in `requires`. */
export const hostName = 'waypost';

/** Splits a version into its numbers; other parts count as 0. */
const partsOf = (version: string) => version.split(/[.\-+]/).map((part) => Number.parseInt(part, 10) || 0);

function isAtLeast(version: string, least: string): boolean {
  const [has, needs] = [partsOf(version), partsOf(least)];
  for (const [index, need] of needs.entries()) {
    const have = has[index] ?? 0;
    if (have !== need) return have > need;
  }
  return true;
}

/**
 * Returns a message about the first missing requirement, if any. `versionOf` returns the version of a running plugin.
 */
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
