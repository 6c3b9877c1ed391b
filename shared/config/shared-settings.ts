/** Comparison of the settings that must be equal on all machines of an installation, by digests. Pure. */
import { createHmac } from 'node:crypto';
import { type Config, settingValues } from './config.ts';

/** Settings that can differ: a machine's addresses, sizes, files and tasks. */
const ofOneMachine =
  /^((AUTOMATIONS_|METRICS_)?HOST|\w+_(PORT|MEGABYTES|MINUTES|RESOLVERS)|(MYSQL(?!_READ)|LOG|ADMIN|ACME)_\w+|SMALL|LINKS_(INSTANCES|SOCKET)|WORKERS|LOCAL_DIR|PLUGINS_DIR|PLUGIN_PACKAGES|DEMO|MIGRATE_ON_START|TRUSTED_PROXIES|GEO_DATABASE|DRAIN_SECONDS|RELEASES_URL|RELEASES_KEY|SAFETY_LISTS|SIGNUP_INVITE_CODES|REDIS_URL)$/;

/** Sixteen bits: enough to distinguish values, but too few to confirm a guessed value. */
const digestDigits = 4;

/** Computes digests of all shared settings and of `facts`. `key` is the same on all machines. */
export function digestSettings(config: Config, key: string, facts: Record<string, string>): Record<string, string> {
  const values = settingValues(config)
    .filter(({ name, isSecret }) => !isSecret && !ofOneMachine.test(name))
    .map(({ name, value }) => [name, JSON.stringify(value)] as const);
  return Object.fromEntries(
    [...values, ...Object.entries(facts)].map(([name, value]) => [
      name,
      createHmac('sha256', key).update(`${name}\n${value}`).digest('hex').slice(0, digestDigits),
    ]),
  );
}

export type Machine = { name: string; settings: Record<string, string> };

/** `groups`: the machines with the same value, the most common value first. */
export type Difference = { setting: string; groups: string[][] };

/**
 * Lists settings that differ. A machine that does not report a setting, for example because it runs another release, is
 * not compared.
 */
export function findDifferences(machines: readonly Machine[]): Difference[] {
  const names = [...new Set(machines.flatMap(({ settings }) => Object.keys(settings)))].sort();
  return names.flatMap((setting) => {
    const groups = new Map<string, string[]>();
    for (const { name, settings } of machines) {
      const digest = settings[setting];
      if (digest !== undefined) groups.set(digest, [...(groups.get(digest) ?? []), name]);
    }
    const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
    return sorted.length > 1 ? [{ setting, groups: sorted }] : [];
  });
}

export const inWords = ({ setting, groups }: Difference) =>
  `${setting} differs between ${groups.map((names) => names.join(' and ')).join(', and ')}`;
