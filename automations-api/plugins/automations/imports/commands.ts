/** The commands `waypost automations import …` and `export`, for files and for other plugins in the same WordPress. */
import { type Command, Option } from 'commander';
import { parseObject } from '../../../../shared/import/parse-object.ts';
import type { PluginCommands } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';
import type { ImportFlags } from './command-work.ts';
import { formatNames } from './formats/formats.ts';
import { sourceNames } from './sources/sources.ts';

type Flags = { json?: boolean };

const work = () => import('./command-work.ts');

export function addImportCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const importing = command(
    program,
    'import',
    'create contacts from a file (CSV, JSON, JSON Lines, a ZIP of them) or from another plugin; the service must run',
  )
    .argument('[file]', 'the file to import; none with --from')
    .addOption(
      new Option('--format <name>', 'the format of the file').choices(['auto', ...formatNames]).default('auto'),
    )
    .addOption(
      new Option('--from <plugin>', 'read the tables of a plugin in the same WordPress database').choices(sourceNames),
    )
    .option(
      '--keep-ids',
      'with --from funnelkit and a site without contacts: keep the ids of contacts, tags, lists and fields, and the API keys',
    )
    .addOption(
      new Option('--on-taken <what>', 'what to do if the contact exists; fill writes only empty fields')
        .choices(['change', 'fill', 'skip'])
        .default('change'),
    )
    .option('--dry-run', 'show what would happen to each row, and create nothing')
    .option('--create-fields', 'create a custom field for each other column')
    .option(
      '--refuse-faulty-cells',
      'let a row fail if one of its cells cannot be read; otherwise the cell is left out',
    )
    .option('--status <status>', 'the status of rows without one; unverified if not given')
    .option(
      '--resubscribe',
      'subscribe contacts that opted out or bounced if the file says so; only with their consent',
    )
    .option('--mapping <json>', 'target of each column, such as email or field:slug; null leaves it out', parseObject)
    .action((file: string | undefined, flags: ImportFlags) =>
      run(flags, async (tools) => (await work()).importContacts(tools, file, flags)),
    );
  command(
    importing,
    'undo <id>',
    'delete the contacts that an import created, and restore those that it changed; the service must run',
  ).action((id: string, _: Flags, self: Command) => {
    const flags = self.optsWithGlobals<Flags>();
    return run(flags, async (tools) => (await work()).undoImport(tools, Number(id), flags));
  });
  program
    .command('export')
    .description('write all contacts to standard output, with tags, lists and custom fields')
    .addOption(new Option('--format <form>').choices(['csv', 'jsonl']).default('csv'))
    .action((flags: { format: 'csv' | 'jsonl' }) =>
      run({}, async (tools) => (await work()).exportAll(tools, flags.format)),
    );
}
