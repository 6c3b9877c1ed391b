/** The commands `waypost automations clicks …`, for the connected workspace. */
import { text } from 'node:stream/consumers';
import type { PluginCommands } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { bindLinks, showBinding, unbindLinks } from './binding.ts';

type Flags = { json?: boolean };

export function addLinkClickCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const clicks = program.command('clicks').description('clicks of contacts on short links');

  command(clicks, 'bind', 'receive the clicks of a workspace, with the key that `waypost links clicks bind` printed')
    .argument('[key]', 'default: read from standard input, so that it does not appear in lists of processes')
    .action((key: string | undefined, flags: Flags) =>
      run(flags, async (tools) => bindLinks(tools, key ?? (await text(process.stdin)))),
    );

  command(clicks, 'unbind', 'stop receiving clicks; stored ones stay').action((flags: Flags) =>
    run(flags, unbindLinks),
  );

  command(clicks, 'show', 'show the connected workspace').action((flags: Flags) => run(flags, showBinding));
}
