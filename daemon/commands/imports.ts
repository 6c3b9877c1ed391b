/** The commands `waypost links import …` and `export …`, which import links from files and export links to files. */
import { type Command, Option } from 'commander';
import { parseObject } from '../../shared/import/parse-object.ts';
import { command, type Flags, withTools } from './core/tools.ts';
import type { ImportFlags } from './work/imports.ts';
import type { SourceFlags } from './work/read-source.ts';

const work = () => import('./work/imports.ts');

export function addImportCommands(program: Command): void {
  const importCommand = command(
    program,
    'import',
    'create links from a file (CSV, JSON, JSON Lines, an SQL dump of YOURLS) or a running system',
  )
    .argument('[file]', 'the file to import; with --from, the file to write the read links to')
    .option('--workspace <id>', 'the workspace that gets the links')
    .option('--format <name>', 'auto, bitly, dub, shlink, yourls, kutt, shortio, csv or waypost', 'auto')
    .addOption(
      new Option('--on-taken <what>', 'what to do if the slug is taken')
        .choices(['skip', 'change', 'suffix'])
        .default('skip'),
    )
    .addOption(
      new Option('--from <system>', 'read the links of a running system by its API').choices([
        ...['shlink', 'kutt', 'yourls', 'dub', 'bitly'],
      ]),
    )
    .option('--url <address>', 'the URL of that system; not needed for Dub and Bitly')
    .addOption(
      new Option(
        '--key <key>',
        "the system's API key; for YOURLS its signature, or user:password; without it, standard input is read",
      ).env('WAYPOST_IMPORT_KEY'),
    )
    .option('--dry-run', 'show what would happen to each row, and create nothing')
    .option('--mapping <json>', 'the field of each column, null to leave it out', parseObject)
    .option(
      '--domains <json>',
      'the domain here for each host in the file, empty for the default one; * is every other host',
      parseObject,
    )
    .action((file: string | undefined, flags: ImportFlags & SourceFlags) =>
      withTools(flags, async (tools) => {
        const { fileToImport } = await import('./work/read-source.ts');
        const source = await fileToImport(file, flags);
        return (await work()).importFile(tools, source.file, { ...flags, format: source.format });
      }),
    );
  command(
    importCommand,
    'undo <id>',
    'delete the links that an import created, and restore those that it changed',
  ).action((id: string, _: Flags, self: Command) => {
    const flags = self.optsWithGlobals<Flags>();
    return withTools(flags, async (tools) => (await work()).undoImport(tools, id, flags));
  });
  program
    .command('export')
    .description('write all links of a workspace to standard output')
    .requiredOption('--workspace <id>', 'the workspace')
    .addOption(new Option('--format <form>').choices(['csv', 'jsonl']).default('csv'))
    .action(async (flags: { workspace: string; format: 'csv' | 'jsonl' }) => (await work()).exportAll(flags));
}
