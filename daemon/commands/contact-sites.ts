/** `npm run links -- site …`: workspaces whose clicks by contacts are told to a site of contact automation. */
import type { Command } from 'commander';
import { bindSite, rotateSite, unbindSite } from '../contact-sites/bind.ts';
import { openSiteSecrets } from '../contact-sites/hand-over.ts';
import { listSitesToShow } from '../contact-sites/queries.ts';
import { command, type Flags, needWorkspace, type Tools, withTools } from './tools.ts';

async function bind({ db, config, announceChanges }: Tools, id: string) {
  const key = await bindSite(db, await openSiteSecrets(config), await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, key };
}

async function rotate({ db, config }: Tools, id: string, endsFormer: boolean) {
  const workspace = await needWorkspace(db, id);
  const key = await rotateSite(db, await openSiteSecrets(config), workspace, endsFormer, new Date());
  return { workspaceId: id, key, takesFormerKey: !endsFormer };
}

async function unbind({ db, announceChanges }: Tools, id: string) {
  await unbindSite(db, await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, unbound: true };
}

export function addContactSiteCommands(program: Command): void {
  const site = program.command('site').description('sites of contact automation that hear of clicks by their contacts');
  command(site, 'bind', 'bind a workspace to a site, and show the key for `npm run automations -- clicks bind`, once')
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, (tools) => bind(tools, id)));
  command(site, 'rotate', 'make a new key; addresses made with the former one go on, those with the one before end')
    .argument('<workspace-id>')
    .option('--end-former', 'end addresses made with the present key, too')
    .action((id: string, flags: Flags & { endFormer?: boolean }) =>
      withTools(flags, (tools) => rotate(tools, id, flags.endFormer === true)),
    );
  command(site, 'unbind', 'tell the site of no more clicks, and forget those it has not taken over')
    .argument('<workspace-id>')
    .action((id: string, flags: Flags) => withTools(flags, (tools) => unbind(tools, id)));
  command(site, 'list', 'show the workspaces that are bound').action((flags: Flags) =>
    withTools(flags, async ({ db }) => {
      const sites = await listSitesToShow(db);
      return {
        sites: sites.map((one) => ({
          ...one,
          takesFormerKey: Boolean(one.takesFormerKey),
          createdAt: one.createdAt.toISOString(),
          updatedAt: one.updatedAt.toISOString(),
        })),
      };
    }),
  );
}
