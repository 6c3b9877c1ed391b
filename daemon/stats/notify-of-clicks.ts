/**
 * Tells webhooks of clicks: what was set aside for one becomes its next delivery, of up to 500 clicks, and of no more than one
 * a second. A click is as an export has it, but without its visitor.
 */

import type { Config } from '../../shared/config/config.ts';
import { elementOf } from '../../shared/elements.ts';
import { clicksAMessage, clicksSetAside } from '../clicks/set-aside.ts';
import type { SetAside } from '../clicks/set-aside-queries.ts';
import type { Db } from '../core/tables.ts';
import { gatherClicks } from '../webhooks/click-queries.ts';
import { clicksInWords } from './export.ts';
import { type Column, columns } from './export-columns.ts';

const pace = { clicks: clicksAMessage, everyMs: 1_000 };

export const tellClicks = (db: Db, config: Config, webhookId: number): Promise<void> =>
  gatherClicks(db, webhookId, pace, async (trx, workspaceId, setAside) => ({
    clicks: await describe(trx, config, workspaceId, setAside),
  }));

/** In the order of time. */
async function describe(db: Db, config: Config, workspaceId: number, setAside: SetAside[]): Promise<ToldClick[]> {
  const told: ToldClick[] = [];
  for (const day of new Set(setAside.map((row) => row.day))) {
    const clicks = setAside.filter((row) => row.day === day).flatMap(clicksSetAside);
    told.push(...(await clicksInWords(db, config, workspaceId, { day, clicks })).map(toTold));
  }
  return told.sort((a, b) => (a.clickedAt < b.clickedAt ? -1 : a.clickedAt > b.clickedAt ? 1 : 0));
}

type ToldClick = Record<Exclude<Column, 'visitorId' | 'isBot'>, string> & { isBot: boolean };

function toTold(cells: string[]): ToldClick {
  const {
    visitorId: _,
    isBot,
    ...told
  } = Object.fromEntries(columns.map((column, at) => [column, elementOf(cells, at)])) as Record<Column, string>;
  return { ...told, isBot: isBot === 'true' };
}
