/** The objects that a plugin gets in a serving process and in a command. */
import type { Config } from '../../shared/config/config.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Options } from './options.ts';
import type { Plugin, PluginTools } from './plugin.ts';
import { withPrefix } from './table-prefix.ts';
import type { HostDb } from './tables.ts';

export const toolsFor = (
  { name, tables, reads = [] }: Plugin,
  { config, db, log }: { config: Config; db: HostDb; log: Log },
  options: Options,
): PluginTools => ({
  config,
  log: log.child({ plugin: name }),
  db: withPrefix(db, config.tablePrefix, [...tables, ...reads]),
  options: options.forPlugin(name),
});
