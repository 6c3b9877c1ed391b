/** The commands `waypost automations clicks …`, for the connected workspace. */
import { text } from 'node:stream/consumers';
import type { PluginCommands } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { connectLinks, disconnectLinks, showConnection } from './connection.ts';

type Flags = { json?: boolean };

export function addLinkClickCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const clicks = program.command('clicks').description('clicks of contacts on short links');

  command(
    clicks,
    'connect',
    'receive the clicks of a workspace, with the key that `waypost links clicks connect` printed',
  )
    .argument('[key]', 'default: read from standard input, so that it does not appear in lists of processes')
    .action((key: string | undefined, flags: Flags) =>
      run(flags, async (tools) => connectLinks(tools, key ?? (await text(process.stdin)))),
    );

  command(clicks, 'disconnect', 'stop receiving clicks; stored ones stay').action((flags: Flags) =>
    run(flags, disconnectLinks),
  );

  command(clicks, 'show', 'show the connected workspace').action((flags: Flags) => run(flags, showConnection));
}
