/**
 * Search blocks: a workspace's links by creation time, split into blocks, which are split into slices; each slice has
 * the grams of its texts. In one workspace, creations, sealings and edits of texts run one after another, because
 * they all write its row of workspace_link_states. So a sealed block includes every link of its time span.
 */
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../../shared/db/db.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { addTexts, type Block, blocksOf, linksABlock, type Row } from './block.ts';
import { sliceOf } from './slices.ts';

/** Locks a workspace's search. An edit of a slug, URL or title calls it first. */
export const lockSearch = (trx: Trx, workspaceId: number) =>
  trx
    .updateTable('workspace_link_states')
    .set({ edits: sql`edits + 1` })
    .where('workspace_id', '=', workspaceId)
    .execute();

/** Adds an edited link's texts to its block, if the link is in a block already. */
export async function widenBlock(trx: Trx, workspaceId: number, link: Row): Promise<void> {
  const block = await trx
    .selectFrom('link_search_blocks')
    .select(['to_at', 'slices', 'grams'])
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', link.createdAt)
    .orderBy('to_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  const slice = block && sliceOf(block.slices, link);
  if (!block || slice === undefined) return;
  const grams = Buffer.from(block.grams);
  addTexts(grams, slice, link);
  if (grams.equals(block.grams)) return;
  await trx
    .updateTable('link_search_blocks')
    .set({ grams })
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '=', block.to_at)
    .execute();
}

/** Maximum number of links sealed in one transaction. Creations wait for it. */
const linksAtOnce = 4 * linksABlock;

/**
 * Seals blocks until too few links are left for another block. Returns true if it stops after `rounds` transactions.
 */
export async function sealAll(db: Db, workspaceId: number, rounds = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    if (!(await inTransaction(db, (trx) => sealSome(trx, workspaceId)))) return false;
  }
  return true;
}

/** Seals some blocks. Returns false if too few links are left for another block. */
async function sealSome(trx: Trx, workspaceId: number): Promise<boolean> {
  const state = await trx
    .selectFrom('workspace_link_states')
    .select('sealed_to as sealedTo')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();
  if (!state) return false;
  const { rows, isAll } = await listRun(trx, workspaceId, state.sealedTo);
  const blocks = [...blocksOf(rows)];
  const last = blocks.at(-1);
  if (!last) return false;
  await putBlocks(trx, workspaceId, blocks);
  await trx
    .updateTable('workspace_link_states')
    .set({ sealed_to: last.to })
    .where('workspace_id', '=', workspaceId)
    .execute();
  return !isAll;
}

/** Maximum number of blocks in a statement, about 1 MB of SQL. */
const blocksAStatement = 64;

/** Inserts blocks, or replaces those with the same ends. */
export async function putBlocks(trx: Trx, workspaceId: number, blocks: Block[]): Promise<void> {
  for (let at = 0; at < blocks.length; at += blocksAStatement) {
    const some = blocks.slice(at, at + blocksAStatement);
    await trx
      .insertInto('link_search_blocks')
      .values(
        some.map(({ from, to, slices, grams }) => ({
          ...{ workspace_id: workspaceId, from_at: from, to_at: to },
          ...{ slices, grams },
        })),
      )
      .onDuplicateKeyUpdate(({ fn, ref }) => ({
        from_at: fn('VALUES', [ref('from_at')]),
        slices: fn('VALUES', [ref('slices')]),
        grams: fn('VALUES', [ref('grams')]),
      }))
      .execute();
  }
}

/** Lists the next links that were created after the given time. Never splits links created at the same time. */
async function listRun(trx: Trx, workspaceId: number, after: Date): Promise<{ rows: Row[]; isAll: boolean }> {
  const list = (condition: RawBuilder<unknown>, limit: number) => listRows(trx, workspaceId, condition, limit);
  const rows = await list(sql`created_at > ${after}`, linksAtOnce);
  if (rows.length < linksAtOnce) return { rows, isAll: true };
  const last = (rows.at(-1) as Row).createdAt;
  const atLast = await list(sql`created_at = ${last}`, Number.MAX_SAFE_INTEGER);
  return { rows: [...rows.filter(({ createdAt }) => createdAt < last), ...atLast], isAll: false };
}

/**
 * Lists the workspace's oldest links that meet a condition. Without the index hint, MySQL would read all links from the
 * first one.
 */
export async function listRows(
  trx: Trx,
  workspaceId: number,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, slug, url, title, created_at AS createdAt FROM links FORCE INDEX (links_newest)
    WHERE workspace_id = ${workspaceId} AND ${condition} ORDER BY created_at, id LIMIT ${limit}
  `.execute(trx);
  return rows;
}
