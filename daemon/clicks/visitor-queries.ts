/** A day's stored clicks, read once when a worker takes a shard. */
import type { Db } from '../core/tables.ts';
import { lastLevel } from './block-queries.ts';

const blocksAPage = 32;

/**
 * Lists the blocks of all workspaces on a day. Lower levels come first. If a block is merged in the meantime, its
 * clicks are read once or twice, but never missed.
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
