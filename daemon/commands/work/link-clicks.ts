/** Implementation of `waypost links clicks …`. */
import { bindSite, rotateSite, unbindSite } from '../../link-clicks/bind.ts';
import { listSitesToShow } from '../../link-clicks/queries.ts';
import { openSiteSecrets } from '../../link-clicks/select-clicks.ts';
import type { Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export async function bind({ db, config, announceChanges }: Tools, id: string) {
  const key = await bindSite(db, await openSiteSecrets(config), await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, key };
}

export async function rotate({ db, config }: Tools, id: string, endsFormer: boolean) {
  const workspace = await needWorkspace(db, id);
  const key = await rotateSite(db, await openSiteSecrets(config), workspace, { endsFormer, now: new Date() });
  return { workspaceId: id, key, takesFormerKey: !endsFormer };
}

export async function unbind({ db, announceChanges }: Tools, id: string) {
  await unbindSite(db, await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, unbound: true };
}

export async function list({ db }: Tools) {
  const sites = await listSitesToShow(db);
  return {
    sites: sites.map((site) => ({
      ...site,
      takesFormerKey: Boolean(site.takesFormerKey),
      createdAt: site.createdAt.toISOString(),
      updatedAt: site.updatedAt.toISOString(),
    })),
  };
}
