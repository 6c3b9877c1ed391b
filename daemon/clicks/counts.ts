/**
 * The counts that answer every question: of a link and of its workspace, by hour and by day, with their breakdown. A
 * batch adds to each row it touches with one upsert that reads nothing; rows are taken in key order, so workers wait
 * for each other in one direction only, and a row of the tail costs as little as it can.
 */
// biome-ignore-all lint/plugin: storing clicks is written by hand.
import { sql } from 'kysely';
import type { Trx } from '../../shared/db.ts';
import { addBreakdown, addParts, addValue, type Breakdown, newBreakdown, toPart } from './breakdown.ts';
import { type Click, insertRows } from './rows.ts';
import { dayMs, hourMs, hourOf } from './time.ts';

/** The row of a workspace's own counts. */
export const wholeWorkspace = 0;

type Count = {
  workspaceId: number;
  bucket: number;
  linkId: number;
  clicks: number;
  unique: number;
  bots: number;
  /** ms since 1970. */
  last: number;
  breakdown: Breakdown;
};

type Table = { name: 'click_hours' | 'click_days'; bucket: 'hour' | 'day'; bucketMs: number };
const hours: Table = { name: 'click_hours', bucket: 'hour', bucketMs: hourMs };
const days: Table = { name: 'click_days', bucket: 'day', bucketMs: dayMs };

const hoursADay = dayMs / hourMs;

/** Each row touched is merged into one part with this chance, so that about 16 parts lie in a row that is busy. */
const mergeChance = 1 / 16;
const keysAStatement = 900;

export async function addToCounts(trx: Trx, clicks: Click[], now: Date): Promise<void> {
  const byHour = countByHour(clicks);
  await upsert(
    trx,
    hours,
    regroup(byHour, (hour) => hour),
  );
  await upsert(
    trx,
    days,
    regroup(byHour, (hour) => Math.floor(hour / hoursADay)),
  );
  await forgetTopLinks(trx, byHour, now);
}

/**
 * Lists of top links of hours and days that were over are out of date. They are made under a lock on the workspace's
 * count of that hour or day, which this transaction holds by now.
 */
async function forgetTopLinks(trx: Trx, byHour: Count[], now: Date): Promise<void> {
  const late = byHour.filter(({ bucket }) => bucket < hourOf(now.getTime()));
  const keys = late.flatMap(({ workspaceId, bucket }) => [
    `(${workspaceId},'hour',${bucket})`,
    `(${workspaceId},'day',${Math.floor(bucket / hoursADay)})`,
  ]);
  if (keys.length === 0) return;
  const sorted = [...new Set(keys)].sort().join(',');
  await sql`DELETE FROM click_top_links WHERE (workspace_id, unit, bucket) IN (${sql.raw(sorted)})`.execute(trx);
}

function countByHour(clicks: Click[]): Count[] {
  const counts = new Map<string, Count>();
  for (const click of clicks) {
    const bucket = click.day * hoursADay + Math.floor(click.ms / hourMs);
    const count = countOf(counts, click.workspaceId, bucket, click.linkId);
    if (click.bot) {
      count.bots++;
      continue;
    }
    const unique = click.first ? 1 : 0;
    count.clicks++;
    count.unique += unique;
    count.last = Math.max(count.last, click.day * dayMs + click.ms);
    const values = [click.country, click.device, click.os, click.browser, click.referrer, click.qr ? 1 : 0];
    for (const [dimension, id] of values.entries()) addValue(count.breakdown, dimension, id, 1, unique);
  }
  return [...counts.values()];
}

function countOf(counts: Map<string, Count>, workspaceId: number, bucket: number, linkId: number): Count {
  const key = `${workspaceId},${bucket},${linkId}`;
  let count = counts.get(key);
  if (!count) {
    count = { workspaceId, bucket, linkId, clicks: 0, unique: 0, bots: 0, last: -1, breakdown: newBreakdown() };
    counts.set(key, count);
  }
  return count;
}

/** Counts of other buckets, of the links and of their workspaces, in key order. */
function regroup(byHour: Count[], bucketOf: (hour: number) => number): Count[] {
  const counts = new Map<string, Count>();
  for (const hour of byHour) {
    for (const linkId of [hour.linkId, wholeWorkspace]) {
      const count = countOf(counts, hour.workspaceId, bucketOf(hour.bucket), linkId);
      count.clicks += hour.clicks;
      count.unique += hour.unique;
      count.bots += hour.bots;
      count.last = Math.max(count.last, hour.last);
      addBreakdown(count.breakdown, hour.breakdown);
    }
  }
  return [...counts.values()].sort(
    (a, b) => a.workspaceId - b.workspaceId || a.bucket - b.bucket || a.linkId - b.linkId,
  );
}

async function upsert(trx: Trx, table: Table, counts: Count[]): Promise<void> {
  const rows = counts.map(({ workspaceId, bucket, linkId, clicks, unique, bots, last, breakdown }) => {
    const lastMs = last < 0 ? 'NULL' : last - bucket * table.bucketMs;
    const part = clicks === 0 ? "''" : `x'${toPart(breakdown).toString('hex')}'`;
    return `(${workspaceId},${bucket},${linkId},${clicks},${unique},${bots},${lastMs},${part})`;
  });
  await insertRows(
    trx,
    `INSERT INTO ${table.name} (workspace_id,${table.bucket},link_id,clicks,unique_clicks,bot_clicks,last_ms,breakdown)`,
    rows,
    `ON DUPLICATE KEY UPDATE clicks = clicks + VALUES(clicks), unique_clicks = unique_clicks + VALUES(unique_clicks),
       bot_clicks = bot_clicks + VALUES(bot_clicks), breakdown = CONCAT(breakdown, VALUES(breakdown)),
       last_ms = GREATEST(COALESCE(last_ms, VALUES(last_ms)), COALESCE(VALUES(last_ms), last_ms))`,
  );
  await merge(
    trx,
    table,
    counts.filter(() => Math.random() < mergeChance),
  );
}

/** Merges the parts of rows this transaction has locked. */
async function merge(trx: Trx, { name, bucket }: Table, counts: Count[]): Promise<void> {
  const columns = sql.raw(`workspace_id, ${bucket}, link_id`);
  for (let from = 0; from < counts.length; from += keysAStatement) {
    const keys = counts.slice(from, from + keysAStatement).map((c) => `(${c.workspaceId},${c.bucket},${c.linkId})`);
    const { rows } = await sql<{ workspaceId: number; bucket: number; linkId: number; breakdown: Buffer }>`
      SELECT workspace_id AS workspaceId, ${sql.ref(bucket)} AS bucket, link_id AS linkId, breakdown
      FROM ${sql.table(name)} WHERE (${columns}) IN (${sql.raw(keys.join(','))}) FOR UPDATE
    `.execute(trx);
    const merged = rows.flatMap((row) => {
      const breakdown = newBreakdown();
      addParts(breakdown, row.breakdown);
      const part = toPart(breakdown);
      if (row.breakdown.length === 0 || part.length >= row.breakdown.length) return [];
      return [`(${row.workspaceId},${row.bucket},${row.linkId},0,0,0,NULL,x'${part.toString('hex')}')`];
    });
    await insertRows(
      trx,
      `INSERT INTO ${name} (workspace_id,${bucket},link_id,clicks,unique_clicks,bot_clicks,last_ms,breakdown)`,
      merged,
      'ON DUPLICATE KEY UPDATE breakdown = VALUES(breakdown)',
    );
  }
}
