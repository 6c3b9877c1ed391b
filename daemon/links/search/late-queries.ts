/**
 * Links older than sealed ones. An import brings them mostly in the order of their times, forwards or backwards, so that a batch
 * touches few blocks: these are cut again at once, and all others stay.
 */
import { sql } from 'kysely';
import type { Trx } from '../../core/tables.ts';
import { evenBlocksOf, linksABlock } from './block.ts';
import { insertBlocks, listRows } from './block-queries.ts';

/** At most so many blocks are cut again at once, because creates wait meanwhile. */
const mostBlocks = 8;
const mostLinks = 2 * mostBlocks * linksABlock;

/**
 * Adds links to search that were just inserted with these creation times, up to `sealedTo`. If they touch many blocks, all
 * blocks from the oldest link on are to be made again. The workspace's row of workspace_link_states is locked by the caller.
 */
export async function addLateLinks(trx: Trx, workspaceId: number, sealedTo: Date, times: Date[]): Promise<void> {
  const oldest = new Date(Math.min(...times.map(Number)));
  const newest = new Date(Math.max(...times.map(Number)));
  const span = await findSpan(trx, workspaceId, oldest, newest);
  if (!span) return reopenSearch(trx, workspaceId, sealedTo, oldest);
  const rows = await listRows(trx, workspaceId, sql`created_at BETWEEN ${span.from} AND ${span.to}`, mostLinks + 1);
  if (rows.length > mostLinks) return reopenSearch(trx, workspaceId, sealedTo, oldest);
  await trx
    .deleteFrom('link_search_blocks')
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', oldest)
    .where('to_at', '<=', span.to)
    .execute();
  await insertBlocks(trx, workspaceId, [...evenBlocksOf(rows)]);
}

/**
 * The times of the links to cut into blocks again: those between two times and those of the blocks that meet them, or else of the
 * next block. Undefined if the blocks are many, or none.
 */
async function findSpan(trx: Trx, workspaceId: number, oldest: Date, newest: Date) {
  const blocks = await trx
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'to_at as to'])
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', oldest)
    .orderBy('to_at')
    .limit(mostBlocks + 1)
    .execute();
  const touched = blocks.filter(({ from }, index) => index === 0 || from <= newest);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last || touched.length > mostBlocks) return undefined;
  return {
    from: first.from < oldest ? first.from : oldest,
    to: last.to > newest ? last.to : newest,
  };
}

/**
 * Lets links be made that are as old as `oldest`: blocks from there on are made again. The workspace's row of
 * workspace_link_states is locked by the caller.
 */
export async function reopenSearch(trx: Trx, workspaceId: number, sealedTo: Date, oldest: Date): Promise<void> {
  if (oldest > sealedTo) return;
  await trx
    .deleteFrom('link_search_blocks')
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', oldest)
    .execute();
  const { last } = await trx
    .selectFrom('link_search_blocks')
    .select((e) => e.fn.max('to_at').as('last'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('workspace_link_states')
    .set({ sealed_to: last ?? new Date(0) })
    .where('workspace_id', '=', workspaceId)
    .execute();
}
