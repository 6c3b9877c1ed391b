/**
 * The commands `waypost links clicks …`, which choose the workspaces that send contacts' clicks to a site of contact
 * automation.
 */
import type { Command } from 'commander';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('./work/link-clicks.ts');

export function addLinkClickCommands(program: Command): void {
  const clicks = program.command('clicks').alias('site').description('sites that receive the clicks of their contacts');
  command(
    clicks,
    'connect',
    'connect a workspace to a site, and show the key for `waypost automations clicks connect` once',
  )
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, async (tools) => (await work()).connect(tools, id)));
  command(
    clicks,
    'rotate',
    'create a new key; URLs with the current key keep working, and URLs with older keys stop working',
  )
    .argument('<workspace-id>')
    .option('--revoke-current', 'also stop URLs with the current key')
    .action((id: string, flags: Flags & { revokeCurrent?: boolean }) =>
      withTools(flags, async (tools) => (await work()).rotate(tools, id, flags.revokeCurrent === true)),
    );
  command(clicks, 'disconnect', 'stop sending clicks to the site, and delete those it has not received')
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, async (tools) => (await work()).disconnect(tools, id)));
  command(clicks, 'list', 'list the connected workspaces').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).list(tools)),
  );
}
