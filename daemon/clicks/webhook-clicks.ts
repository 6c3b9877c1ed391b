/**
 * Clicks kept for the webhooks that receive them. They are inserted in the transaction that stores the clicks, so that
 * exactly the counted clicks are sent. The visitor is left out.
 */
import type { Trx } from '../core/tables.ts';
import { decodeBlock, encodeBlock } from './bytes/block.ts';
import type { Click, StoredClick } from './core/click.ts';
import { type ClickListeners, insertWebhookClicks, type WebhookClicks } from './webhook-click-queries.ts';

/** Maximum number of clicks in one delivery. */
export const clicksAMessage = 500;

/** Keeps clicks, which are sorted by day, workspace, link and time. */
export async function keepForWebhooks(trx: Trx, clicks: Click[], listeners: ClickListeners): Promise<void> {
  if (listeners.size === 0) return;
  const rows: (WebhookClicks & { webhook_id: number })[] = [];
  for (let from = 0; from < clicks.length; ) {
    const { day, workspaceId } = clicks[from] as Click;
    let end = from + 1;
    const isSame = (click: Click | undefined) => click?.day === day && click.workspaceId === workspaceId;
    while (end - from < clicksAMessage && isSame(clicks[end])) end++;
    const webhooks = listeners.get(workspaceId);
    if (webhooks) {
      const row = { day, clicks: end - from, data: encodeBlock(clicks.slice(from, end).map(withoutVisitor)) };
      rows.push(...webhooks.map((webhookId) => ({ webhook_id: webhookId, ...row })));
    }
    from = end;
  }
  await insertWebhookClicks(trx, rows);
}

const withoutVisitor = (click: Click): StoredClick => ({ ...click, visitor: 0 });

/** Decodes the clicks of a row. */
export const decodeWebhookClicks = ({ data }: WebhookClicks): StoredClick[] => decodeBlock(data);
