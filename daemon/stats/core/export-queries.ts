/** Raw clicks in MySQL: blocks, and rows from before there were blocks. */
import type { Selectable } from 'kysely';
import { levels } from '../../clicks/block-queries.ts';
import { fromRowFlags, type Place, type StoredClick } from '../../clicks/core/click.ts';
import { wholeWorkspace } from '../../clicks/counts.ts';
import { dayMs, dayOf } from '../../clicks/time.ts';
import type { ClickTable, Db } from '../../core/tables.ts';
import type { Subject } from './queries.ts';
import type { Times } from './window.ts';

/** What of a span lies on days on which there were clicks. */
export async function listDaysWithClicks(
  db: Db,
  { workspaceId, linkId }: Subject,
  { from, to }: Times,
): Promise<DayPart[]> {
  const first = dayOf(from);
  const days = Array.from({ length: dayOf(to) - first + 1 }, (_, index) => first + index);
  const rows = await db
    .selectFrom('click_days')
    .select('day')
    .where('workspace_id', '=', workspaceId)
    .where('day', 'in', days)
    .where('link_id', '=', linkId)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => ({
    day,
    fromMs: Math.max(0, from - day * dayMs),
    toMs: Math.min(dayMs, to - day * dayMs),
  }));
}

/** A span of a day, in ms from its start; `toMs` is not included. */
export type DayPart = { day: number; fromMs: number; toMs: number };

/** What tells whether a block has to be read. */
export type BlockHead = { level: number; no: number; firstLink: number; clicks: number };

/** The blocks of a day that may hold clicks behind a place, in the order of their first link. */
export function listBlockHeads(
  db: Db,
  { workspaceId, linkId }: Subject,
  day: number,
  after?: Place,
): Promise<BlockHead[]> {
  let query = db
    .selectFrom('click_blocks')
    .select(['level', 'no', 'first_link as firstLink', 'clicks'])
    .where('day', '=', day)
    .where('level', 'in', levels)
    .where('workspace_id', '=', workspaceId)
    .orderBy('first_link');
  if (after) query = query.where('last_link', '>=', after.linkId);
  if (linkId !== wholeWorkspace) query = query.where('first_link', '<=', linkId).where('last_link', '>=', linkId);
  return query.execute();
}

export async function readBlocks(db: Db, workspaceId: number, day: number, heads: BlockHead[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('click_blocks')
    .select('data')
    .where('day', '=', day)
    .where('workspace_id', '=', workspaceId)
    .where((e) =>
      e(
        e.refTuple('level', 'no'),
        'in',
        heads.map(({ level, no }) => e.tuple(level, no)),
      ),
    )
    .execute();
  return rows.map(({ data }) => data);
}

const toClick = (row: Selectable<ClickTable>): StoredClick => ({
  linkId: row.link_id,
  ms: row.ms,
  visitor: row.visitor,
  country: row.country,
  device: row.device,
  os: row.os,
  browser: row.browser,
  referrer: row.referrer,
  language: 0,
  utmSource: 0,
  utmMedium: 0,
  utmCampaign: 0,
  ...fromRowFlags(row.flags),
});

/** Of a day's clicks that are rows, from before there were blocks: the next ones behind a place, about `limit` of them. */
export async function listRowsOfClicks(
  db: Db,
  { workspaceId, linkId }: Subject,
  { day, fromMs, toMs }: DayPart,
  limit: number,
  after?: Place,
): Promise<StoredClick[]> {
  let query = db
    .selectFrom('clicks')
    .selectAll()
    .where('day', '=', day)
    .where('workspace_id', '=', workspaceId)
    .where('ms', '>=', fromMs)
    .where('ms', '<', toMs)
    .orderBy('link_id')
    .orderBy('ms')
    .orderBy('seq')
    .limit(limit);
  if (linkId !== wholeWorkspace) query = query.where('link_id', '=', linkId);
  if (after) {
    query = query.where((e) =>
      e.or([e('link_id', '>', after.linkId), e.and([e('link_id', '=', after.linkId), e('ms', '>', after.ms)])]),
    );
  }
  const rows = await query.execute();
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return rows.map(toClick);
  // Those of the same link and time belong to the same page.
  const more = await db
    .selectFrom('clicks')
    .selectAll()
    .where('day', '=', day)
    .where('workspace_id', '=', workspaceId)
    .where('link_id', '=', last.link_id)
    .where('ms', '=', last.ms)
    .where('seq', '>', last.seq)
    .execute();
  return [...rows, ...more].map(toClick);
}
