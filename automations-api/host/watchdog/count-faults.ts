/**
 * The count of plugin faults that ended earlier processes, at the start of a process. The third fault within a day
 * deactivates the plugin.
 */
import path from 'node:path';
import type { AdministerPlugins, AdministerStores } from '../administer-plugins.ts';
import type { PluginSource } from '../installed-plugins.ts';
import { addFault, saveProblem } from '../plugin-problems.ts';
import { type Fault, faultFolder, forgetFault, readFaults } from './faults.ts';

const mostFaults = 3;

/**
 * Counts the faults and removes their files. Requires the host's tables. Never deactivates plugins in `spared`:
 * another plugin can cause their faults.
 */
export async function countFaults(
  plugins: AdministerPlugins,
  installed: PluginSource,
  spared: readonly string[],
  stores: AdministerStores,
): Promise<void> {
  for (const { file, fault } of readFaults(faultFolder(stores.config.localDir))) {
    const name = await nameOf(installed, fault.from);
    if (name !== undefined && !spared.includes(name)) await count(plugins, name, fault, stores);
    forgetFault(file);
  }
}

async function count(plugins: AdministerPlugins, name: string, { reason, at }: Fault, { log }: AdministerStores) {
  const times = await addFault(plugins.options, name, at);
  if (times < mostFaults || !(await plugins.active.list()).includes(name)) return;
  await plugins.deactivate(name);
  await saveProblem(
    plugins.options,
    name,
    `it was deactivated: a process ended ${times} times within a day because ${reason}`,
  );
  log.error({ plugin: name, reason }, 'a plugin was deactivated because it ended processes');
}

async function nameOf(installed: PluginSource, from: string): Promise<string | undefined> {
  if (!from.startsWith('package ')) return path.basename(from);
  const found = (await installed.list()).find((one) => one.from === from);
  return found && 'plugin' in found ? found.plugin.name : undefined;
}
