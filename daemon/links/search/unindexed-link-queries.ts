/** Links in no search block, left by ended processes and by upgrades that rebuild all blocks. */
import type { Db } from '../../core/tables.ts';
import { countLinks } from '../core/page-queries.ts';
import { linksABlock } from './block.ts';
import { sealAll } from './block-queries.ts';

const workspacesAtOnce = 500;
/** Number of transactions for one workspace between two checks of `stopping`. */
const roundsAtOnce = 4;
const farFuture = new Date(Date.UTC(9999, 0));

/** Seals the remaining links in all workspaces, so that no search must read them. */
export async function sealLeft(db: Db, stopping: AbortSignal): Promise<void> {
  for (let last = 0; !stopping.aborted; ) {
    const states = await db
      .selectFrom('workspace_link_states')
      .select(['workspace_id as workspaceId', 'sealed_to as sealedTo'])
      .where('workspace_id', '>', last)
      .orderBy('workspace_id')
      .limit(workspacesAtOnce)
      .execute();
    for (const { workspaceId, sealedTo } of states) {
      const spans = [{ from: new Date(sealedTo.getTime() + 1), to: farFuture }];
      const left = await countLinks(db, { workspaceId, archived: 'all' }, { spans }, linksABlock);
      if (left < linksABlock) continue;
      while (!stopping.aborted && (await sealAll(db, workspaceId, roundsAtOnce)));
    }
    const end = states.at(-1);
    if (!end) return;
    last = end.workspaceId;
  }
}
