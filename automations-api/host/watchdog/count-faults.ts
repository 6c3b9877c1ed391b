/** What a starting process does about plugins that former processes ended of: they are noted, and the third time switched off. */
import path from 'node:path';
import type { AdministerPlugins, AdministerStores } from '../administer-plugins.ts';
import type { PluginSource } from '../installed-plugins.ts';
import { addFault, noteProblem } from '../plugin-problems.ts';
import { faultFile, forgetFaults, readFaults } from './faults.ts';

const mostFaults = 3;

/** `spared` are never switched off: what is theirs may be another's fault. */
export async function countFaults(
  plugins: AdministerPlugins,
  installed: PluginSource,
  spared: readonly string[],
  { config, log }: AdministerStores,
): Promise<void> {
  const file = faultFile(config.localDir);
  for (const { from, reason, at } of readFaults(file)) {
    const name = await nameOf(installed, from);
    if (name === undefined || spared.includes(name)) continue;
    const count = await addFault(plugins.options, name, at);
    if (count < mostFaults || !(await plugins.active.list()).includes(name)) continue;
    await plugins.deactivate(name);
    await noteProblem(
      plugins.options,
      name,
      `it was deactivated: ${count} times within a day a process ended as ${reason}`,
    );
    log.error({ plugin: name, reason }, 'a plugin was deactivated, as processes ended of it');
  }
  forgetFaults(file);
}

async function nameOf(installed: PluginSource, from: string): Promise<string | undefined> {
  if (!from.startsWith('package ')) return path.basename(from);
  const found = (await installed.list()).find((one) => one.from === from);
  return found && 'plugin' in found ? found.plugin.name : undefined;
}
