/**
 * Links that are older than links in sealed blocks, mostly from imports. Their texts are added to the blocks around
 * them. A block that becomes too full is split again.
 */
import { sql } from 'kysely';
import type { Trx } from '../../core/tables.ts';
import { addTexts, type Block, evenBlocksOf, linksABlock, linksASlice, type Row } from './block.ts';
import { listRows, putBlocks } from './block-queries.ts';
import { countHashed, mostBits } from './ngrams.ts';
import { includeLink, type Slice } from './slices.ts';

/**
 * Maximum number of links that are read to split a block again. A block with more links has links created at nearly
 * the same time.
 */
const mostLinks = 16 * linksABlock;
/** Maximum fullness of a slice, relative to a new one. */
const overfull = 1.5;
const mostInSlice = 2 * linksASlice;

/**
 * Adds new links with creation times up to `sealedTo` to search. The caller has locked the workspace's row of
 * workspace_link_states.
 */
export async function addLateLinks(trx: Trx, workspaceId: number, sealedTo: Date, links: Row[]): Promise<void> {
  const left = links.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const touched: Touched[] = [];
  for (let at = 0; at < left.length; ) {
    const oldest = (left[at] as Row).createdAt;
    const block = await findBlockAround(trx, workspaceId, oldest);
    if (!block) return reopenSearch(trx, workspaceId, sealedTo, oldest);
    const beyond = left.findIndex(({ createdAt }) => createdAt > block.to);
    const end = beyond < 0 ? left.length : beyond;
    touched.push(widen(block, left.slice(at, end)));
    at = end;
  }
  const full = await listFull(trx, workspaceId, touched);
  await putBlocks(
    trx,
    workspaceId,
    touched.flatMap((one) => (full.has(one) ? [] : [one.block])),
  );
  for (const { block } of full) {
    const rows = await listRows(trx, workspaceId, sql`created_at BETWEEN ${block.from} AND ${block.to}`, mostLinks + 1);
    if (rows.length > mostLinks) return reopenSearch(trx, workspaceId, sealedTo, block.from);
    await trx
      .deleteFrom('link_search_blocks')
      .where('workspace_id', '=', workspaceId)
      .where('to_at', '=', block.to)
      .execute();
    await putBlocks(trx, workspaceId, [...evenBlocksOf(rows)]);
  }
}

/** A block and its changed slices. */
type Touched = { block: Block; slices: Slice[] };

/** Finds the block for a creation time, or else the next one. */
const findBlockAround = (trx: Trx, workspaceId: number, at: Date): Promise<Block | undefined> =>
  trx
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'to_at as to', 'slices', 'grams'])
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', at)
    .orderBy('to_at')
    .limit(1)
    .executeTakeFirst();

function widen({ from, to, slices: oldSlices, grams: oldGrams }: Block, links: Row[]): Touched {
  const [slices, grams] = [Buffer.from(oldSlices), Buffer.from(oldGrams)];
  const touched = new Map<number, Slice>();
  for (const link of links) {
    const slice = includeLink(slices, link);
    addTexts(grams, slice.number, link);
    touched.set(slice.number, slice);
  }
  const oldest = links[0]?.createdAt ?? from;
  return { block: { from: oldest < from ? oldest : from, to, slices, grams }, slices: [...touched.values()] };
}

async function listFull(trx: Trx, workspaceId: number, touched: Touched[]): Promise<Set<Touched>> {
  const isDense = ({ block: { grams }, slices }: Touched) =>
    slices.some(({ number }) => countHashed(grams, number) > overfull * mostBits);
  const full = new Set(touched.filter(isDense));
  const counts = touched.flatMap((one, place) =>
    (full.has(one) ? [] : one.slices).map(
      ({ from, to }) => sql`
        SELECT ${place} AS place, COUNT(*) AS links FROM links FORCE INDEX (links_newest)
        WHERE workspace_id = ${workspaceId} AND created_at BETWEEN ${from} AND ${to}`,
    ),
  );
  if (counts.length === 0) return full;
  const { rows } = await sql<{ place: number; links: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(trx);
  for (const { place, links } of rows) if (Number(links) > mostInSlice) full.add(touched[Number(place)] as Touched);
  return full;
}

/**
 * Deletes the block that contains the time `oldest` and all later blocks, so that they are rebuilt with older links.
 * The caller has locked the workspace's row of workspace_link_states.
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
