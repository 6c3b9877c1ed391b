/** `waypost links clicks …`: workspaces whose clicks by contacts are told to a site of contact automation. */
import type { Command } from 'commander';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('./work/link-clicks.ts');

export function addLinkClickCommands(program: Command): void {
  const clicks = program
    .command('clicks')
    .alias('site')
    .description('sites of contact automation that hear of clicks by their contacts');
  command(clicks, 'bind', 'bind a workspace to a site, and show the key for `waypost automations clicks bind`, once')
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, async (tools) => (await work()).bind(tools, id)));
  command(clicks, 'rotate', 'make a new key; addresses made with the former one go on, those with the one before end')
    .argument('<workspace-id>')
    .option('--end-former', 'end addresses made with the present key, too')
    .action((id: string, flags: Flags & { endFormer?: boolean }) =>
      withTools(flags, async (tools) => (await work()).rotate(tools, id, flags.endFormer === true)),
    );
  command(clicks, 'unbind', 'tell the site of no more clicks, and forget those it has not taken over')
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, async (tools) => (await work()).unbind(tools, id)));
  command(clicks, 'list', 'show the workspaces that are bound').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).list(tools)),
  );
}
