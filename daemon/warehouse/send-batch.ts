/**
 * The sending of click batches to CLICKS_EXPORT_URL as newline-delimited JSON. A batch is deleted after it is
 * accepted. If the worker is killed in between, the same clicks are sent again with the same ids.
 */
import type { Config } from '../../shared/config/config.ts';
import { sendLines } from '../../shared/webhooks/send-lines.ts';
import { decodeBlock } from '../clicks/bytes/block.ts';
import type { StoredClick } from '../clicks/core/click.ts';
import { byDimension } from '../clicks/core/dimensions.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { domainOf } from '../links/core/link.ts';
import { namesOfClicks } from '../stats/core/values.ts';
import { type ClickBatch, deleteSent, type LinkOfClicks, listLinksOfClicks, nextBatch } from './queries.ts';

export type WarehouseSettings = Pick<Config, 'clicksExport' | 'defaultShortDomain'>;

/** A click of a row. Its id is the same in every attempt. */
type ClickInRow = StoredClick & { id: string; day: number };

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

const clicksOf = ({ rows }: ClickBatch): ClickInRow[] =>
  rows.flatMap(({ name, day, data }) =>
    decodeBlock(data).map((click, place) => ({ ...click, day, id: hex(name, 12) + hex(place, 4) })),
  );

/** Sends the next batch. Returns false if there is none. @throws if it was not accepted */
export async function sendNextBatch(db: Db, config: WarehouseSettings): Promise<boolean> {
  const batch = await nextBatch(db);
  if (!batch) return false;
  const clicks = clicksOf(batch);
  const links = await listLinksOfClicks(db, [...new Set(clicks.map(({ linkId }) => linkId))]);
  // Links of a deleted workspace have no name.
  const named = clicks.filter(({ linkId }) => links.has(linkId));
  if (named.length > 0)
    await sendLines(config.clicksExport, batch.id, await toLines(db, config, batch.id, { clicks: named, links }));
  await deleteSent(db, batch, clicks.length - named.length);
  return true;
}

async function toLines(
  db: Db,
  config: WarehouseSettings,
  batchId: string,
  { clicks, links }: { clicks: ClickInRow[]; links: Map<number, LinkOfClicks> },
): Promise<string> {
  const names = await namesOfClicks(db, clicks);
  const lines = clicks.map(({ id, day, ms, linkId, bot, first, visitor }, index) => {
    const link = links.get(linkId) as LinkOfClicks;
    return JSON.stringify({
      clickId: id,
      batchId,
      clickedAt: new Date(day * dayMs + ms).toISOString(),
      workspaceId: link.workspaceId,
      linkId: link.publicId,
      domain: domainOf(config, link),
      slug: link.slug,
      ...byDimension((_, place) => names[index]?.[place]),
      isBot: bot,
      isUnique: first,
      visitorId: hex(visitor, 14),
    });
  });
  return `${lines.join('\n')}\n`;
}
