/** Clicks as rows: every click, bots too. Statements are written as text, because a batch holds 100,000 numbers. */
// biome-ignore-all lint/plugin: storing clicks is written by hand.
import { sql } from 'kysely';
import type { Trx } from '../../shared/db.ts';

/** `ms`: of the day. `first`: the visitor's first click of this link that day. */
export type Click = {
  workspaceId: number;
  linkId: number;
  day: number;
  ms: number;
  visitor: number;
  country: number;
  device: number;
  os: number;
  browser: number;
  referrer: number;
  qr: boolean;
  /** Which of the link's destinations it was: a `Choice`. */
  choice: number;
  bot: boolean;
  first: boolean;
};

export const ClickFlag = { qr: 1, bot: 2, first: 4 } as const;
/** Above the flags. */
const choiceShift = 3;
export const choiceIn = (flags: number) => (flags >> choiceShift) & 7;

const rowsAStatement = 2_000;
/** A segment holds fewer clicks, so that batch number and place make one number. */
const clicksABatch = 2 ** 20;

/** Runs `INSERT … VALUES` for rows of SQL text, some thousand a statement; the rows affected. */
export async function insertRows(trx: Trx, head: string, rows: string[], tail = ''): Promise<number> {
  let affected = 0;
  for (let from = 0; from < rows.length; from += rowsAStatement) {
    const text = `${head} VALUES ${rows.slice(from, from + rowsAStatement).join(',')} ${tail}`;
    affected += Number((await sql.raw(text).execute(trx)).numAffectedRows ?? 0);
  }
  return affected;
}

export async function insertClicks(trx: Trx, clicks: Click[], batchNo: number): Promise<void> {
  const rows = clicks.map((click, place) => {
    const { day, workspaceId, linkId, ms, visitor, country, device, os, browser, referrer } = click;
    const flags =
      (click.qr ? ClickFlag.qr : 0) |
      (click.bot ? ClickFlag.bot : 0) |
      (click.first ? ClickFlag.first : 0) |
      (click.choice << choiceShift);
    const seq = batchNo * clicksABatch + place;
    return `(${day},${workspaceId},${linkId},${ms},${seq},${visitor},${country},${device},${os},${browser},${referrer},${flags})`;
  });
  await insertRows(
    trx,
    'INSERT INTO clicks (day,workspace_id,link_id,ms,seq,visitor,country,device,os,browser,referrer,flags)',
    rows,
  );
}
