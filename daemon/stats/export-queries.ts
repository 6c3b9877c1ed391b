/** Raw clicks in MySQL, a page at a time in key order. */
import type { Selectable } from 'kysely';
import type { Db } from '../../shared/db.ts';
import type { ClickTable } from '../../shared/tables.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayMs, dayOf } from '../clicks/time.ts';
import type { Subject } from './queries.ts';
import type { Times } from './window.ts';

export const rowsAPage = 2_000;

export type ClickRow = Selectable<ClickTable>;

/** The days of a span on which there were clicks. */
export async function listDaysWithClicks(
  db: Db,
  { workspaceId, linkId }: Subject,
  { from, to }: Times,
): Promise<number[]> {
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
  return rows.map(({ day }) => day);
}

/** The clicks of a day after one of them, in key order. */
export function listClicks(
  db: Db,
  { workspaceId, linkId }: Subject,
  day: number,
  { from, to }: Times,
  after?: ClickRow,
) {
  let query = db
    .selectFrom('clicks')
    .selectAll()
    .where('day', '=', day)
    .where('workspace_id', '=', workspaceId)
    .orderBy('link_id')
    .orderBy('ms')
    .orderBy('seq')
    .limit(rowsAPage);
  if (linkId !== wholeWorkspace) query = query.where('link_id', '=', linkId);
  if (day === dayOf(from)) query = query.where('ms', '>=', from - day * dayMs);
  if (day === dayOf(to)) query = query.where('ms', '<', to - day * dayMs);
  if (after) {
    query = query.where((e) =>
      e.or([
        e('link_id', '>', after.link_id),
        e.and([
          e('link_id', '=', after.link_id),
          e.or([e('ms', '>', after.ms), e.and([e('ms', '=', after.ms), e('seq', '>', after.seq)])]),
        ]),
      ]),
    );
  }
  return query.execute();
}
