/** Events about links for webhooks, in the transaction of the change. */
import type { Trx } from '../../core/tables.ts';
import { type Happening, notifyWebhooks } from '../../webhooks/outbox.ts';
import { type LinkSettings, toLink } from './link.ts';
import { type LinkRow, listLinksByIds } from './queries.ts';

/** Notifies webhooks of links as they are in the transaction. Call it before a deletion or after a change. */
export const notifyOfLinks = (
  trx: Trx,
  config: LinkSettings,
  happening: Happening,
  { ids, detailsOf = () => ({}) }: { ids: number[]; detailsOf?: (id: number) => object },
): Promise<void> =>
  notifyWebhooks(trx, happening, async (workspaceId) => {
    const rows = await listLinksByIds(trx, happening.workspaceId, ids);
    return rows.map((row) => ({ link: toLink(config, workspaceId, row), ...detailsOf(row.id) }));
  });

/** Notifies webhooks of new links. */
export const notifyOfNewLinks = (
  trx: Trx,
  config: LinkSettings,
  happening: Happening,
  rows: LinkRow[],
): Promise<void> =>
  notifyWebhooks(trx, happening, (workspaceId) => rows.map((row) => ({ link: toLink(config, workspaceId, row) })));
