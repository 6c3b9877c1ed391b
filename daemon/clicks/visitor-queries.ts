/** Everything stored about who clicked what on a day, read once when a worker takes a shard. */
import type { Db } from '../core/tables.ts';
import { lastLevel } from './block-queries.ts';

const blocksAPage = 32;

/**
 * The blocks of all workspaces. Lower levels come first: a block that is merged meanwhile is found before or after,
 * never missed.
 */
export async function* listBlocksOfDay(db: Db, day: number): AsyncGenerator<Buffer> {
  for (let level = 0; level <= lastLevel; level++) {
    for (let workspaceId = 0, no = 0; ; ) {
      const rows = await db
        .selectFrom('click_blocks')
        .select(['workspace_id', 'no', 'data'])
        .where('day', '=', day)
        .where('level', '=', level)
        .where('workspace_id', '>=', workspaceId)
        .where((e) => e.or([e('workspace_id', '>', workspaceId), e('no', '>', no)]))
        .orderBy('workspace_id')
        .orderBy('no')
        .limit(blocksAPage)
        .execute();
      for (const { data } of rows) yield data;
      const last = rows.at(-1);
      if (!last || rows.length < blocksAPage) break;
      workspaceId = last.workspace_id;
      no = last.no;
    }
  }
}
