/**
 * Finds a text in links, newest first. Texts in many links are found among the newest; for others only the search
 * blocks that can contain the text are read. Either way the server reads a bounded part of a large workspace.
 */
// biome-ignore-all lint/plugin: searching links is written by hand.
import { sql } from 'kysely';
import type { Db } from '../../core/tables.ts';
import type { LinkPosition } from '../core/cursor.ts';
import { countLinks, type Filters, listPositions, type Slice, type Span } from '../core/page-queries.ts';
import { linksABlock } from './block-queries.ts';
import { ngramsOf } from './ngrams.ts';

/** Links looked at one by one before the blocks are asked; a list that is no longer needs none. */
const newest = 2_000;
const blocksARead = 512;
const firstSpans = 8;
const mostSpans = 128;

/** Listing or counting all matches ends after so many links were looked at. */
const mostLookedAt = 50_000;

export type SearchResult = { positions: LinkPosition[] /** Many links lie in no block yet. */; unsealed: boolean };

/** The first `limit` links after `after` that hold `q`. */
export async function searchLinks(
  db: Db,
  filters: Filters,
  q: string,
  after: LinkPosition | undefined,
  limit: number,
): Promise<SearchResult> {
  const positions: LinkPosition[] = [];
  let unsealed = false;
  for await (const part of partsThatMayHold(db, filters, q, after)) {
    unsealed ||= part.unsealed;
    positions.push(...(await listPositions(db, filters, part.slice, limit - positions.length)));
    if (positions.length === limit) break;
  }
  return { positions, unsealed };
}

/** All links that hold `q`; undefined when they are more than `most`, or lie too far apart to be found soon. */
export async function listMatches(db: Db, filters: Filters, q: string, most: number): Promise<number[] | undefined> {
  const ids: number[] = [];
  let looked = 0;
  for await (const { slice, links } of partsThatMayHold(db, filters, q)) {
    if (looked >= mostLookedAt) return undefined;
    looked += links;
    for (const { id } of await listPositions(db, filters, slice, most + 1 - ids.length)) ids.push(id);
    if (ids.length > most) return undefined;
  }
  return ids;
}

/** How many links hold `q`, counted to `most`; `isAll` is false when there may be more further back than was looked. */
export async function countMatches(
  db: Db,
  filters: Filters,
  q: string,
  most: number,
): Promise<{ count: number; isAll: boolean }> {
  let count = 0;
  let looked = 0;
  for await (const { slice, links } of partsThatMayHold(db, filters, q)) {
    if (looked >= mostLookedAt) return { count, isAll: false };
    looked += links;
    count += await countLinks(db, filters, slice, most - count);
    if (count === most) break;
  }
  return { count, isAll: true };
}

/** `links`: about how many are looked at. */
type Part = { slice: Slice; links: number; unsealed: boolean };

/** The parts of a list that may hold a text, newest first. */
async function* partsThatMayHold(db: Db, filters: Filters, q: string, after?: LinkPosition): AsyncGenerator<Part> {
  const [edge] = await listPositions(db, filters, { after }, 1, newest - 1);
  const window: Slice = { after, q };
  if (edge) window.spans = [{ from: edge.createdAt, to: after?.createdAt ?? farFuture }];
  yield { slice: window, links: newest, unsealed: false };
  if (!edge) return;

  const sealedTo = await findSealedTo(db, filters.workspaceId);
  let before = edge.createdAt.getTime();
  if (before > sealedTo + 1) {
    const spans = [{ from: new Date(sealedTo + 1), to: new Date(before - 1) }];
    yield { slice: { spans, q }, links: newest, unsealed: true };
  }
  before = Math.min(before, sealedTo + 1);
  for (let more = true; more; ) {
    const blocks = await listBlocks(db, filters.workspaceId, q, before);
    more = blocks.length === blocksARead;
    for (let at = 0, count = firstSpans; at < blocks.length; at += count, count = Math.min(count * 2, mostSpans)) {
      const spans = blocks
        .slice(at, at + count)
        .map(({ from, to }) => ({ from, to: new Date(Math.min(to.getTime(), before - 1)) }));
      yield { slice: { spans, q }, links: spans.length * linksABlock, unsealed: false };
    }
    before = blocks.at(-1)?.from.getTime() ?? 0;
  }
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
