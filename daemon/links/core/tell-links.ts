/** Tells webhooks what happens to links, in the transaction in which it does. */
import type { Trx } from '../../core/tables.ts';
import { type Happening, tellWebhooks } from '../../webhooks/outbox.ts';
import { type LinkSettings, toLink } from './link.ts';
import { type LinkRow, listLinksByIds } from './queries.ts';

/** Of links as they stand in the transaction: before they are deleted, after they were changed. */
export const tellOfLinks = (
  trx: Trx,
  config: LinkSettings,
  happening: Happening,
  ids: number[],
  detailsOf: (id: number) => object = () => ({}),
): Promise<void> =>
  tellWebhooks(trx, happening, async (workspaceId) => {
    const rows = await listLinksByIds(trx, happening.workspaceId, ids);
    return rows.map((row) => ({ link: toLink(config, workspaceId, row), ...detailsOf(row.id) }));
  });

/** Of links just made. */
export const tellOfNewLinks = (trx: Trx, config: LinkSettings, happening: Happening, rows: LinkRow[]): Promise<void> =>
  tellWebhooks(trx, happening, (workspaceId) => rows.map((row) => ({ link: toLink(config, workspaceId, row) })));
