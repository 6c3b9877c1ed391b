/**
 * The counts behind every analytics query: a link's and its workspace's, by hour and by day, with their breakdown. A
 * link's counts by day are built when the day is over (`make-days.ts`). A batch adds to each row with one upsert that
 * reads nothing. Rows of links, which no other worker touches, are written first, together with the totals in the
 * links themselves; then rows of workspaces. Every worker writes rows in the same order, so there are no deadlocks.
 */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.

import { sql } from 'kysely';
import { elementOf } from '../../shared/elements.ts';
import type { Trx } from '../core/tables.ts';
import { addParts, addValue, newBreakdown, partOfOne, toPart } from './breakdown.ts';
import type { Click } from './core/click.ts';
import { shardOf } from './core/shards.ts';
import { hex, insertTexts } from './insert-texts.ts';
import { addToLinks } from './link-total-queries.ts';
import { findMade, isMade } from './made-day-queries.ts';
import { dayMs, hourMs, hourOf, hoursADay } from './time.ts';

/** The link id in rows that count a whole workspace. */
export const wholeWorkspace = 0;

type Count = {
  workspaceId: number;
  bucket: number;
  linkId: number;
  clicks: number;
  unique: number;
  bots: number;
  /** Visits from the workspace's own networks. */
  own: number;
  /** Time of the last click in Unix ms; before 1970 if all clicks were by bots. */
  last: number;
  /** A breakdown as an SQL literal, empty without clicks. The rows of an hour and of its day can share it. */
  part: string;
};

const nothing = Buffer.alloc(0);

type Table = { name: 'click_hours' | 'click_days'; bucket: 'hour' | 'day'; bucketMs: number };
const hours: Table = { name: 'click_hours', bucket: 'hour', bucketMs: hourMs };
const days: Table = { name: 'click_days', bucket: 'day', bucketMs: dayMs };

/** Probability that a changed row is merged into one part, so that a busy row has about 16 parts. */
const mergeChance = 1 / 16;
const keysAStatement = 900;
const clicksAlone = 4;

/** Adds clicks and own visits, which are sorted by day, workspace, link and time. The clicks' shards are locked. */
export async function addToCounts(trx: Trx, clicks: Click[], now: Date): Promise<void> {
  const links = countLinks(clicks);
  const made = await findMade(trx);
  await upsert(trx, hours, links.hours);
  await upsert(
    trx,
    days,
    links.days.filter(({ bucket: day, workspaceId, linkId }) => isMade({ day, workspaceId, linkId }, made)),
  );
  await addToLinks(trx, links.days);
  const workspaces = countWorkspaces(clicks);
  await upsert(trx, hours, workspaces.hours);
  await upsert(trx, days, workspaces.days);
  await forgetTopLinks(trx, workspaces.hours, now);
}

/**
 * Deletes the lists of top links for past hours and days. A list is created under a lock on the workspace's count for
 * its hour or day. This transaction already has that lock.
 */
async function forgetTopLinks(trx: Trx, ofHours: Count[], now: Date): Promise<void> {
  const late = ofHours.filter(({ bucket }) => bucket < hourOf(now.getTime()));
  const keys = late.flatMap(({ workspaceId, bucket }) => [
    `(${workspaceId},'hour',${bucket})`,
    `(${workspaceId},'day',${Math.floor(bucket / hoursADay)})`,
  ]);
  if (keys.length === 0) return;
  const sorted = [...new Set(keys)].sort().join(',');
  await sql`DELETE FROM click_top_links WHERE (workspace_id, unit, bucket) IN (${sql.raw(sorted)})`.execute(trx);
}

const hourOfClick = ({ day, ms }: Click) => day * hoursADay + Math.floor(ms / hourMs);

/** Counts clicks by link. Clicks on the same link and day are adjacent, and sorted by hour. */
function countLinks(clicks: Click[]): { hours: Count[]; days: Count[] } {
  const [ofHours, ofDays]: [Count[], Count[]] = [[], []];
  for (let start = 0; start < clicks.length; ) {
    const first = clicks[start] as Click;
    const endOfLink = endOfRun(clicks, start, (click) => click.linkId === first.linkId && click.day === first.day);
    const from = start;
    while (start < endOfLink) {
      const hour = hourOfClick(clicks[start] as Click);
      const end = endOfRun(clicks, start, (click) => click.linkId === first.linkId && hourOfClick(click) === hour);
      ofHours.push(countOf(clicks.slice(start, end), hour, first.linkId));
      start = end;
    }
    const last = ofHours.at(-1) as Count;
    const isOneHour = hourOfClick(first) === last.bucket;
    ofDays.push(
      isOneHour ? { ...last, bucket: first.day } : countOf(clicks.slice(from, endOfLink), first.day, first.linkId),
    );
  }
  return { hours: inOrder(ofHours), days: inOrder(ofDays) };
}

function endOfRun(clicks: Click[], start: number, belongs: (click: Click) => boolean): number {
  let end = start + 1;
  while (end < clicks.length && belongs(clicks[end] as Click)) end++;
  return end;
}

/**
 * Counts clicks by workspace. A workspace's clicks on the same day are adjacent, but its clicks in the same hour are
 * not.
 */
function countWorkspaces(clicks: Click[]): { hours: Count[]; days: Count[] } {
  const [ofHours, ofDays]: [Count[], Count[]] = [[], []];
  for (let start = 0; start < clicks.length; ) {
    const { day, workspaceId } = clicks[start] as Click;
    const end = endOfRun(clicks, start, (click) => click.workspaceId === workspaceId && click.day === day);
    const group = clicks.slice(start, end);
    const byHour = [...groupByHour(group)].map(([hour, ofHour]) => countOf(ofHour, hour, wholeWorkspace));
    ofHours.push(...byHour);
    const [first] = byHour;
    ofDays.push(first && byHour.length === 1 ? { ...first, bucket: day } : countOf(group, day, wholeWorkspace));
    start = end;
  }
  return { hours: inOrder(ofHours), days: inOrder(ofDays) };
}

function groupByHour(clicks: Click[]): Map<number, Click[]> {
  const groups = new Map<number, Click[]>();
  for (const click of clicks) {
    const hour = hourOfClick(click);
    const group = groups.get(hour);
    if (group) group.push(click);
    else groups.set(hour, [click]);
  }
  return groups;
}

/**
 * Sorts counts by shard and key. If rows grow in key order, InnoDB splits a full page at the last grown row.
 * Otherwise it splits the page in its middle, which leaves pages half empty.
 */
const inOrder = (counts: Count[]) =>
  counts.sort(
    (a, b) =>
      a.workspaceId - b.workspaceId ||
      a.bucket - b.bucket ||
      shardOf(a.linkId) - shardOf(b.linkId) ||
      a.linkId - b.linkId,
  );

/** Returns the count of one or more clicks. */
function countOf(clicks: Click[], bucket: number, linkId: number): Count {
  const { workspaceId } = clicks[0] as Click;
  let [people, unique, last, own] = [0, 0, -1, 0];
  for (const { bot, own: isOwn, first, day, ms } of clicks) {
    if (isOwn) own++;
    if (bot || isOwn) continue;
    people++;
    if (first) unique++;
    last = Math.max(last, day * dayMs + ms);
  }
  const bots = clicks.length - people - own;
  return { workspaceId, bucket, linkId, clicks: people, unique, bots, own, last, part: hex(partOf(clicks, people)) };
}

/** Returns the clicks' breakdown. `people` is the number of clicks that are neither by bots nor own. */
function partOf(clicks: Click[], people: number): Buffer {
  if (people === 0) return nothing;
  // Most links of a batch have one click. Parts of single clicks are smaller than one part of a few clicks.
  if (people <= clicksAlone)
    return Buffer.concat(
      clicks.filter(({ bot, own }) => !bot && !own).map(({ values, first }) => partOfOne(values, first)),
    );
  const breakdown = newBreakdown();
  for (const { bot, own, values, first } of clicks) {
    if (bot || own) continue;
    const unique = first ? 1 : 0;
    for (let dimension = 0; dimension < values.length; dimension++) {
      addValue(breakdown, dimension, elementOf(values, dimension), 1, unique);
    }
  }
  return toPart(breakdown);
}

async function upsert(trx: Trx, table: Table, counts: Count[]): Promise<void> {
  const rows = counts.map(({ workspaceId, bucket, linkId, clicks, unique, bots, own, last, part }) => {
    const lastMs = last < 0 ? 'NULL' : last - bucket * table.bucketMs;
    return `(${workspaceId},${bucket},${linkId},${clicks},${unique},${bots},${own},${lastMs},${part})`;
  });
  await insertTexts(
    trx,
    `INSERT INTO ${table.name} (workspace_id,${table.bucket},link_id,clicks,unique_clicks,bot_clicks,own_clicks,last_ms,breakdown)`,
    rows,
    `ON DUPLICATE KEY UPDATE clicks = clicks + VALUES(clicks), unique_clicks = unique_clicks + VALUES(unique_clicks),
       bot_clicks = bot_clicks + VALUES(bot_clicks), own_clicks = own_clicks + VALUES(own_clicks),
       breakdown = CONCAT(breakdown, VALUES(breakdown)),
       last_ms = GREATEST(COALESCE(last_ms, VALUES(last_ms)), COALESCE(VALUES(last_ms), last_ms))`,
  );
  await merge(
    trx,
    table,
    counts.filter(() => Math.random() < mergeChance),
  );
}

/** Merges the parts of rows that this transaction has locked. */
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
      return [`(${row.workspaceId},${row.bucket},${row.linkId},0,0,0,0,NULL,${hex(part)})`];
    });
    await insertTexts(
      trx,
      `INSERT INTO ${name} (workspace_id,${bucket},link_id,clicks,unique_clicks,bot_clicks,own_clicks,last_ms,breakdown)`,
      merged,
      'ON DUPLICATE KEY UPDATE breakdown = VALUES(breakdown)',
    );
  }
}
