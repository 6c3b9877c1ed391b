/** Click counts, from the totals the worker keeps; clicks are never counted when asked. */
import type { Db } from '../../shared/db.ts';

export async function findLinkTotals(db: Db, workspaceId: number, publicId: string) {
  return db
    .selectFrom('links')
    .leftJoin('link_click_totals as totals', 'totals.link_id', 'links.id')
    .select(['totals.clicks', 'totals.bot_clicks as botClicks', 'totals.last_click_at as lastClickAt'])
    .where('links.workspace_id', '=', workspaceId)
    .where('links.public_id', '=', publicId)
    .executeTakeFirst();
}
