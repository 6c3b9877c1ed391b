/**
 * Finds a text in links, newest first: in those that lie in no search block yet, and then in the blocks that can contain
 * the text. Texts in many links are found among the newest; for others few blocks are read.
 */
// biome-ignore-all lint/plugin: searching links is written by hand.
import { sql } from 'kysely';
import type { Db } from '../../core/tables.ts';
import type { LinkPosition } from '../core/cursor.ts';
import { countLinks, type Filters, listPositions, type Slice, type Span } from '../core/page-queries.ts';
import { linksABlock } from './block-queries.ts';
import { ngramsOf } from './ngrams.ts';

/** A filtered list that is no longer needs no blocks; more links than that in none are many. */
const newest = 2_000;
/** Blocks asked for at first, and then: a text in many links is in the newest. */
const firstBlocks = 64;
const blocksARead = 512;
const firstSpans = 8;
const mostSpans = 128;

/** Counting ends after so many links were looked at; listing all matches does if there are many among them. */
const mostLookedAt = 50_000;
/** Where so many of the links looked at match, an index in another order soon comes to as many as fill a page. */
const oftenEach = 500;

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

/** All links that hold `q`; undefined when they are more than `most`, or so many that an index finds some soon. */
export async function listMatches(db: Db, filters: Filters, q: string, most: number): Promise<number[] | undefined> {
  const ids: number[] = [];
  let looked = 0;
  for await (const { slice, links } of partsThatMayHold(db, filters, q)) {
    if (looked >= mostLookedAt && ids.length * oftenEach >= looked) return undefined;
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

/** Such a list may have few of the workspace's links. */
const isNarrow = ({ tagIds, domainId, url, archived }: Filters) =>
  tagIds !== undefined || domainId !== undefined || url !== undefined || archived === 'true';

/** The parts of a list that may hold a text, newest first. */
async function* partsThatMayHold(db: Db, filters: Filters, q: string, after?: LinkPosition): AsyncGenerator<Part> {
  let before = after ? after.createdAt.getTime() + 1 : farFuture;
  const spanTo = ({ from, to }: Span): Span => ({ from, to: new Date(Math.min(to.getTime(), before - 1)) });
  const spanFrom = (from: Date): Span => ({ from, to: new Date(before - 1) });
  if (isNarrow(filters)) {
    const [edge] = await listPositions(db, filters, { after }, 1, newest - 1);
    const spans = edge && [spanFrom(edge.createdAt)];
    yield { slice: { after, spans, q }, links: newest, unsealed: false };
    if (!edge) return;
    before = edge.createdAt.getTime();
  }
  const sealedTo = await findSealedTo(db, filters.workspaceId);
  if (before > sealedTo + 1) {
    const spans = [spanFrom(new Date(sealedTo + 1))];
    const links = await countLinks(db, filters, { after, spans }, newest);
    yield { slice: { after, spans, q }, links, unsealed: links === newest };
  }
  before = Math.min(before, sealedTo + 1);
  for (let limit = firstBlocks, more = true; more; limit = blocksARead) {
    const blocks = await listBlocks(db, filters.workspaceId, q, before, limit);
    more = blocks.length === limit;
    for (let at = 0, count = firstSpans; at < blocks.length; at += count, count = Math.min(count * 2, mostSpans)) {
      const spans = blocks.slice(at, at + count).map(spanTo);
      yield { slice: { after, spans, q }, links: spans.length * linksABlock, unsealed: false };
    }
    before = blocks.at(-1)?.from.getTime() ?? 0;
  }
}

const farFuture = Date.UTC(9999, 0);

async function findSealedTo(db: Db, workspaceId: number): Promise<number> {
  const row = await db
    .selectFrom('workspace_link_states')
    .select('sealed_to as sealedTo')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.sealedTo.getTime() ?? 0;
}

/** The blocks with links made before a time that can hold a text, newest first. */
const listBlocks = (db: Db, workspaceId: number, q: string, before: number, limit: number): Promise<Span[]> =>
  db
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'to_at as to'])
    .where('workspace_id', '=', workspaceId)
    .where('from_at', '<', new Date(before))
    .where((e) =>
      e.and(ngramsOf(q).map((bit) => sql<boolean>`ORD(SUBSTRING(grams, ${(bit >> 3) + 1}, 1)) & ${1 << (bit & 7)}`)),
    )
    .orderBy('to_at', 'desc')
    .limit(limit)
    .execute();
