/** The host's own commands, for plugins and migrations. */
import type { CommandLine, Flags } from './command-line.ts';
import { knownHooks } from './known-hooks.ts';

export function addHostCommands(line: CommandLine): void {
  const plugin = line.program.command('plugin').description('plugins of contact automation');

  line
    .command(plugin, 'list', 'list installed plugins and their problems')
    .action((flags: Flags) => line.run(flags, (administer) => administer.list()));

  line
    .command(plugin, 'activate', "create a plugin's tables and activate the plugin")
    .argument('<name>', 'as `plugin list` shows it')
    .option('--keep-tables', 'use the tables that an uninstall kept')
    .action((name: string, flags: Flags & { keepTables?: boolean }) =>
      line.run(flags, (administer) => administer.activate(name, flags.keepTables)),
    );

  line
    .command(plugin, 'deactivate', 'deactivate a plugin and keep its data')
    .argument('<name>', 'as `plugin list` shows it')
    .action((name: string, flags: Flags) => line.run(flags, (administer) => administer.deactivate(name)));

  line
    .command(plugin, 'uninstall', "delete an inactive plugin's data")
    .argument('<name>', 'as `plugin list` shows it')
    .option('--drop-tables', 'also drop its tables and all their data')
    .action((name: string, flags: Flags & { dropTables?: boolean }) =>
      line.run(flags, (administer) => administer.uninstall(name, flags.dropTables ?? false)),
    );

  line
    .command(plugin, 'hooks', 'show the actions and filters that plugins can use')
    .action((flags: Flags) => line.run(flags, async () => knownHooks));

  line
    .command(line.program, 'migrate', 'apply pending migrations of active plugins')
    .option('--dry-run', 'only list them, and their effect on existing data')
    .action((flags: Flags & { dryRun?: boolean }) =>
      line.run(flags, (administer) => (flags.dryRun ? administer.inspect() : administer.migrate())),
    );

  line
    .command(line.program, 'schema', 'print the migrations and tables of the host and of installed plugins')
    .action((flags: Flags) => line.run(flags, (administer) => administer.schema()));
}
