/**
 * Finding a text in links, newest first. Texts that many links hold are found among the newest; for others only the
 * search blocks that can hold the text are read. Either way the server looks at a bounded part of a large workspace.
 */
// biome-ignore-all lint/plugin: searching links is written by hand.
import { sql } from 'kysely';
import type { Db } from '../../../shared/db.ts';
import type { LinkPosition } from '../cursor.ts';
import { type Filters, listPositions, type Slice, type Span } from '../page-queries.ts';
import { ngramsOf } from './ngrams.ts';

/** Links looked at one by one before the blocks are asked; a list that is no longer needs none. */
const newest = 2_000;
const blocksARead = 512;
const firstSpans = 8;
const mostSpans = 128;

export type SearchResult = { positions: LinkPosition[] /** Many links lie in no block yet. */; unsealed: boolean };

/** The first `limit` links after `after` that hold `q`. */
export async function searchLinks(
  db: Db,
  filters: Filters,
  q: string,
  after: LinkPosition | undefined,
  limit: number,
): Promise<SearchResult> {
  const [edge] = await listPositions(db, filters, { after }, 1, newest - 1);
  const window: Slice = { after, q };
  if (edge) window.spans = [{ from: edge.createdAt, to: after?.createdAt ?? farFuture }];
  const positions = await listPositions(db, filters, window, limit);
  if (!edge || positions.length === limit) return { positions, unsealed: false };

  const sealedTo = await findSealedTo(db, filters.workspaceId);
  let before = edge.createdAt.getTime();
  const unsealed = before > sealedTo + 1;
  const add = async (spans: Span[]) => {
    positions.push(...(await listPositions(db, filters, { spans, q }, limit - positions.length)));
    return positions.length === limit;
  };
  if (unsealed && (await add([{ from: new Date(sealedTo + 1), to: new Date(before - 1) }]))) {
    return { positions, unsealed };
  }
  before = Math.min(before, sealedTo + 1);
  for (let more = true; more; ) {
    const blocks = await listBlocks(db, filters.workspaceId, q, before);
    more = blocks.length === blocksARead;
    for (let at = 0, count = firstSpans; at < blocks.length; at += count, count = Math.min(count * 2, mostSpans)) {
      const spans = blocks
        .slice(at, at + count)
        .map(({ from, to }) => ({ from, to: new Date(Math.min(to.getTime(), before - 1)) }));
      if (await add(spans)) return { positions, unsealed };
    }
    before = blocks.at(-1)?.from.getTime() ?? 0;
  }
  return { positions, unsealed };
}

const farFuture = new Date('9999-01-01T00:00:00Z');

async function findSealedTo(db: Db, workspaceId: number): Promise<number> {
  const row = await db
    .selectFrom('workspace_link_states')
    .select('sealed_to as sealedTo')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.sealedTo.getTime() ?? 0;
}

/** The blocks with links made before a time that can hold a text, newest first. */
const listBlocks = (db: Db, workspaceId: number, q: string, before: number): Promise<Span[]> =>
  db
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'to_at as to'])
    .where('workspace_id', '=', workspaceId)
    .where('from_at', '<', new Date(before))
    .where((e) =>
      e.and(ngramsOf(q).map((bit) => sql<boolean>`ORD(SUBSTRING(grams, ${(bit >> 3) + 1}, 1)) & ${1 << (bit & 7)}`)),
    )
    .orderBy('to_at', 'desc')
    .limit(blocksARead)
    .execute();
