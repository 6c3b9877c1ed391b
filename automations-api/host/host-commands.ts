/** The host's own commands: its plugins, and the tables of all that are active. */
import type { CommandLine, Flags } from './command-line.ts';
import { knownHooks } from './known-hooks.ts';

export function addHostCommands(line: CommandLine): void {
  const plugin = line.program.command('plugin').description('what the service is made of');

  line
    .command(plugin, 'list', 'show what is installed, and what is wrong with it')
    .action((flags: Flags) => line.run(flags, (administer) => administer.list()));

  line
    .command(plugin, 'activate', 'make its tables and switch it on')
    .argument('<name>', 'as `plugin list` shows it')
    .option('--keep-tables', 'take over the tables that an uninstall left, as they are')
    .action((name: string, flags: Flags & { keepTables?: boolean }) =>
      line.run(flags, (administer) => administer.activate(name, flags.keepTables)),
    );

  line
    .command(plugin, 'deactivate', 'switch it off; its data stays')
    .argument('<name>', 'as `plugin list` shows it')
    .action((name: string, flags: Flags) => line.run(flags, (administer) => administer.deactivate(name)));

  line
    .command(plugin, 'uninstall', 'remove what an inactive plugin has in the database')
    .argument('<name>', 'as `plugin list` shows it')
    .option('--drop-tables', 'its tables too, with all that is in them')
    .action((name: string, flags: Flags & { dropTables?: boolean }) =>
      line.run(flags, (administer) => administer.uninstall(name, flags.dropTables ?? false)),
    );

  line
    .command(plugin, 'hooks', 'show the actions and filters that plugins can use')
    .action((flags: Flags) => line.run(flags, async () => knownHooks));

  line
    .command(line.program, 'migrate', 'apply the migrations that the active plugins lack')
    .option('--dry-run', 'only show which they are, and what is done with what is there')
    .action((flags: Flags & { dryRun?: boolean }) =>
      line.run(flags, (administer) => (flags.dryRun ? administer.inspect() : administer.migrate())),
    );

  line
    .command(line.program, 'schema', 'print the migrations and tables of the host and of what is installed')
    .action((flags: Flags) => line.run(flags, (administer) => administer.schema()));
}
