/**
 * Webhook events about clicks. The clicks kept for a webhook become its next delivery, of up to 500 clicks and
 * at most one a second. A click has the columns of an export, without the visitor.
 */
import type { Config } from '../../shared/config/config.ts';
import { elementOf } from '../../shared/elements.ts';
import type { WebhookClicks } from '../clicks/webhook-click-queries.ts';
import { clicksAMessage, decodeWebhookClicks } from '../clicks/webhook-clicks.ts';
import type { Db } from '../core/tables.ts';
import { gatherClicks } from '../webhooks/click-queries.ts';
import { toCells } from './export.ts';
import { type Column, columns } from './export-columns.ts';

const pace = { clicks: clicksAMessage, everyMs: 1_000 };

export const notifyOfClicks = (db: Db, config: Config, webhookId: number): Promise<void> =>
  gatherClicks(db, webhookId, pace, async (trx, workspaceId, kept) => ({
    clicks: await describe(trx, config, workspaceId, kept),
  }));

/** Returns the clicks sorted by time. */
async function describe(db: Db, config: Config, workspaceId: number, kept: WebhookClicks[]): Promise<WebhookClick[]> {
  const described: WebhookClick[] = [];
  for (const day of new Set(kept.map((row) => row.day))) {
    const clicks = kept.filter((row) => row.day === day).flatMap(decodeWebhookClicks);
    described.push(...(await toCells(db, config, workspaceId, { day, clicks })).map(toWebhookClick));
  }
  return described.sort((a, b) => (a.clickedAt < b.clickedAt ? -1 : a.clickedAt > b.clickedAt ? 1 : 0));
}

type WebhookClick = Record<Exclude<Column, 'visitorId' | 'isBot'>, string> & { isBot: boolean };

function toWebhookClick(cells: string[]): WebhookClick {
  const {
    visitorId: _,
    isBot,
    ...click
  } = Object.fromEntries(columns.map((column, at) => [column, elementOf(cells, at)])) as Record<Column, string>;
  return { ...click, isBot: isBot === 'true' };
}
