/** Raw clicks in MySQL, in blocks. */
import { levels } from '../../clicks/block-queries.ts';
import type { Place } from '../../clicks/core/click.ts';
import { wholeWorkspace } from '../../clicks/counts.ts';
import { listClicksByDay } from '../../clicks/made-day-queries.ts';
import { dayMs, dayOf } from '../../clicks/time.ts';
import type { Db } from '../../core/tables.ts';
import type { Subject } from './queries.ts';
import type { Times } from './window.ts';

/** Splits a span into days and returns the days with clicks. */
export async function listDaysWithClicks(db: Db, subject: Subject, { from, to }: Times): Promise<DayPart[]> {
  const first = dayOf(from);
  const days = Array.from({ length: dayOf(to) - first + 1 }, (_, index) => first + index);
  const clicked = new Set((await listClicksByDay(db, [subject], days)).map(({ day }) => day));
  return days
    .filter((day) => clicked.has(day))
    .map((day) => ({
      day,
      fromMs: Math.max(0, from - day * dayMs),
      toMs: Math.min(dayMs, to - day * dayMs),
    }));
}

/** A span of a day, in ms from its start; `toMs` is not included. */
export type DayPart = { day: number; fromMs: number; toMs: number };

/** The data that decides whether a block must be read. */
export type BlockHead = { level: number; no: number; firstLink: number; clicks: number };

/** Lists the blocks of a day that can contain clicks after the given position, sorted by their first link. */
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
