/** `waypost automations clicks …`: from which workspace's links this site hears of its contacts. */
import { text } from 'node:stream/consumers';
import type { PluginCommands } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { bindLinks, showBinding, unbindLinks } from './binding.ts';

type Flags = { json?: boolean };

export function addLinkClickCommands({ program, command, run }: PluginCommands<AutomationsTables>): void {
  const clicks = program.command('clicks').description('clicks of contacts on short links');

  command(clicks, 'bind', 'hear of the clicks of a workspace, by the key that `waypost links clicks bind` printed')
    .argument('[key]', 'read from standard input when it is left out, so that no list of processes shows it')
    .action((key: string | undefined, flags: Flags) =>
      run(flags, async (tools) => bindLinks(tools, key ?? (await text(process.stdin)))),
    );

  command(clicks, 'unbind', 'hear of no more; what is known stays').action((flags: Flags) => run(flags, unbindLinks));

  command(clicks, 'show', 'show the workspace that is bound').action((flags: Flags) => run(flags, showBinding));
}
