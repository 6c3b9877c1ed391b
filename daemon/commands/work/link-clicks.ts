/** Implementation of `waypost links clicks …`. */
import { connectSite, disconnectSite, rotateSite } from '../../link-clicks/connect.ts';
import { listSitesToShow } from '../../link-clicks/queries.ts';
import { openSiteSecrets } from '../../link-clicks/select-clicks.ts';
import type { Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export async function connect({ db, config, announceChanges }: Tools, id: string) {
  const key = await connectSite(db, await openSiteSecrets(config), await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, key };
}

export async function rotate({ db, config }: Tools, id: string, revokesCurrent: boolean) {
  const workspace = await needWorkspace(db, id);
  const key = await rotateSite(db, await openSiteSecrets(config), workspace, { revokesCurrent, now: new Date() });
  return { workspaceId: id, key, takesPreviousKey: !revokesCurrent };
}

export async function disconnect({ db, announceChanges }: Tools, id: string) {
  await disconnectSite(db, await needWorkspace(db, id), new Date());
  await announceChanges();
  return { workspaceId: id, disconnected: true };
}

export async function list({ db }: Tools) {
  const sites = await listSitesToShow(db);
  return {
    sites: sites.map((site) => ({
      ...site,
      takesPreviousKey: Boolean(site.takesPreviousKey),
      createdAt: site.createdAt.toISOString(),
      updatedAt: site.updatedAt.toISOString(),
    })),
  };
}
