/** The commands `waypost links ban …` and `unban …`, for an operator's bans of links. */
import type { Command } from 'commander';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('./work/links.ts');

export function addLinkCommands(program: Command): void {
  for (const [name, banned, what] of [
    ['ban', true, 'show a warning page instead of a link'],
    ['unban', false, 'let a link redirect again'],
  ] as const) {
    command(program, name, what)
      .argument('<link-id>')
      .action((id: string, flags: Flags) => withTools(flags, async (tools) => (await work()).ban(tools, id, banned)));
  }
}
