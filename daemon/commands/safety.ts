/** The commands `waypost links safety …`, which handle unsafe destinations. `safety/commands.ts` implements them. */
import type { Command } from 'commander';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('../safety/commands.ts');

export function addSafetyCommands(program: Command): void {
  const safetyCommand = program.command('safety').description('unsafe destinations');
  for (const [verdict, what] of [
    ['allow', 'never refuse or ban a host, or a URL and everything below it, even if lists or providers report it'],
    ['block', 'refuse a host, or a URL and everything below it, and ban existing links to it'],
  ] as const) {
    command(safetyCommand, verdict, what)
      .argument('<host-or-url>')
      .option('--remove', `remove it from the ${verdict} list`)
      .action((entry: string, flags: Flags & { remove?: boolean }) =>
        withTools(flags, async ({ db }) => (await work()).setRule(db, verdict, entry, flags.remove === true)),
      );
  }
  command(safetyCommand, 'list', 'show the threat lists and your own').action((flags: Flags) =>
    withTools(flags, async ({ db }) => (await work()).showLists(db)),
  );
  command(safetyCommand, 'refresh', 'reload the threat lists of SAFETY_LISTS now')
    .option('--force', 'also accept a list that lost most of its entries')
    .action((flags: Flags & { force?: boolean }) =>
      withTools(flags, async ({ db, config }) => (await work()).refreshLists(db, config, flags.force === true)),
    );
  command(safetyCommand, 'review', "list doubtful links and visitors' reports that need a decision").action(
    (flags: Flags) => withTools(flags, async ({ db, config }) => (await work()).showReviews(db, config)),
  );
  for (const [name, decision, what] of [
    ['ban', 'banned', "ban the reviewed link; for an owner's appeal, keep the ban"],
    ['clear', 'cleared', "leave the reviewed link unchanged; for an owner's appeal, unban it"],
  ] as const) {
    command(safetyCommand, name, what)
      .argument('<review-id>')
      .action((id: string, flags: Flags) =>
        withTools(flags, async ({ db, config, announceChanges }) => {
          const decided = await (await work()).decide(db, config, id, decision);
          await announceChanges();
          return decided;
        }),
      );
  }
  command(safetyCommand, 'flagged', 'list workspaces with many automatic bans').action((flags: Flags) =>
    withTools(flags, async ({ db }) => (await work()).showFlagged(db)),
  );
  command(safetyCommand, 'unflag', "reset a workspace's count of automatic bans")
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, async ({ db }) => (await work()).unflag(db, id)));
}
