/**
 * The search for a text in links, newest first. It searches links that are in no search block yet, and then the
 * slices of blocks that can contain the text. A text that many links contain is found among the newest links; for a
 * rare text few slices are read.
 */
// biome-ignore-all lint/plugin: links are searched with handwritten SQL.
import { sql } from 'kysely';
import { formsOf } from '../../../shared/unicode-forms.ts';
import type { Db } from '../../core/tables.ts';
import type { LinkPosition } from '../core/cursor.ts';
import { countLinks, type Filters, listPositions, type Slice, type Span } from '../core/page-queries.ts';
import { linksABlock, linksASlice } from './block.ts';
import { ngramsOf } from './ngrams.ts';
import { type SliceSpan, spansOf } from './slices.ts';

/**
 * Maximum length of a filtered list that is searched without blocks, and maximum number of searched links in no
 * block.
 */
const newest = 2_000;
/** Number of blocks read first; later reads are larger. A text in many links is in the newest blocks. */
const firstBlocks = 64;
const blocksARead = 512;
const firstSpans = 16;
const mostSpans = 128;

/** Counting ends after this many links have been searched. */
const mostSearched = 50_000;
/** Minimum number of links searched, or found, before `listMatches` leaves the list to an index in another order. */
const leastSearched = 25_000;
const leastFound = 1_000;
/**
 * Number of matches that fill a page read by an index in another order. The number is adjusted, because rows of that
 * index are slower to read.
 */
const pageful = 50;

/** The links found. `unsealed`: many links are in no block yet. */
export type SearchResult = { positions: LinkPosition[]; unsealed: boolean };

/** Finds the first `limit` links after `after` that contain `q`. */
export async function searchLinks(
  db: Db,
  filters: Filters,
  q: string,
  { after, limit }: { after: LinkPosition | undefined; limit: number },
): Promise<SearchResult> {
  const positions: LinkPosition[] = [];
  let unsealed = false;
  for await (const part of possibleParts(db, filters, q, after)) {
    unsealed ||= part.unsealed;
    positions.push(...(await listPositions(db, filters, part.slice, { limit: limit - positions.length })));
    if (positions.length === limit) break;
  }
  return { positions, unsealed };
}

/**
 * Lists all links that contain `q`. Returns undefined if there are more than `most`. Also returns undefined if there
 * are so many that an index in another order finds a page with no more work than already done.
 */
export async function listMatches(db: Db, filters: Filters, q: string, most: number): Promise<number[] | undefined> {
  const ids: number[] = [];
  let searched = 0;
  let since = new Date(farFuture);
  for await (const { slice, links } of possibleParts(db, filters, q)) {
    if (ids.length >= leastFound || (searched >= leastSearched && ids.length >= pageful)) {
      const passed = await countLinksSince(db, filters.workspaceId, since);
      if (ids.length * searched >= pageful * passed) return undefined;
    }
    searched += links;
    since = slice.spans?.at(-1)?.from ?? since;
    const found = await listPositions(db, filters, { ...slice, inAnyOrder: true }, { limit: most + 1 - ids.length });
    ids.push(...found.map(({ id }) => id));
    if (ids.length > most) return undefined;
  }
  return ids;
}

/** Counts the links that contain `q`, up to `most`. `isAll` is false if older links were not searched. */
export async function countMatches(
  db: Db,
  filters: Filters,
  q: string,
  most: number,
): Promise<{ count: number; isAll: boolean }> {
  let count = 0;
  let searched = 0;
  for await (const { slice, links } of possibleParts(db, filters, q)) {
    if (searched >= mostSearched) return { count, isAll: false };
    searched += links;
    count += await countLinks(db, filters, { ...slice, inAnyOrder: true }, most - count);
    if (count === most) break;
  }
  return { count, isAll: true };
}

/** A part of a list to search. `links`: its approximate number of links. */
type Part = { slice: Slice; links: number; unsealed: boolean };

/** Returns whether a list's filters can leave only a few of the workspace's links. */
const isNarrow = ({ tagIds, domainId, url, createdBy, created, health, archived }: Filters) =>
  [tagIds, domainId, url, createdBy, created, health].some((filter) => filter !== undefined) || archived === 'true';

/** Yields the parts of a list that can contain a text, newest first. */
async function* possibleParts(db: Db, filters: Filters, q: string, after?: LinkPosition): AsyncGenerator<Part> {
  const { created } = filters;
  let before = Math.min(
    after ? after.createdAt.getTime() + 1 : farFuture,
    created ? created.to.getTime() + 1 : farFuture,
  );
  const spanTo = <S extends Span>(span: S): S => ({ ...span, to: new Date(Math.min(span.to.getTime(), before - 1)) });
  const spanFrom = (from: Date): Span => ({ from, to: new Date(before - 1) });
  if (isNarrow(filters)) {
    const [edge] = await listPositions(db, filters, { after }, { limit: 1, skip: newest - 1 });
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
  const end = new Date(before - 1);
  let upTo = before > sealedTo ? end : await findEndOfBlock(db, filters.workspaceId, end);
  let count = firstSpans;
  for (let limit = firstBlocks; ; limit = blocksARead) {
    const blocks = await listBlocks(db, filters.workspaceId, q, { upTo, limit });
    const all = blocks.flatMap(({ slices, bits }) => spansOf(slices, Number(bits)));
    const older = all.filter(({ from }) => from.getTime() < before);
    for (let at = 0; at < older.length; at += count, count = Math.min(count * 2, mostSpans)) {
      const some = older.slice(at, at + count);
      const spans = some.map((span) => spanTo(isDense(span) ? span : { from: span.from, to: span.to }));
      yield { slice: { after, spans, q }, links: linksOf(some), unsealed: false };
    }
    if (blocks.length < limit) return;
    // Blocks can be split again in the meantime, so a block can extend beyond the end of the last one.
    before = (blocks.at(-1) as Block).from.getTime();
    if (created && before <= created.from.getTime()) return;
    upTo = await findEndOfBlock(db, filters.workspaceId, new Date(before - 1));
  }
}

/** Number of other workspaces' links that can be skipped in table order while an index finds one link. */
const othersALink = 4;

/** Returns whether few links of other workspaces are in a span's range of ids. */
const isDense = (span: SliceSpan) => span.ids.to - span.ids.from < othersALink * linksOf([span]);

const linksOf = (spans: SliceSpan[]) => spans.reduce((sum, { slices }) => sum + slices * linksASlice, 0);

const farFuture = Date.UTC(9999, 0);

async function findSealedTo(db: Db, workspaceId: number): Promise<number> {
  const row = await db
    .selectFrom('workspace_link_states')
    .select('sealed_to as sealedTo')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.sealedTo.getTime() ?? 0;
}

/** Returns the end of the block that contains a time. */
async function findEndOfBlock(db: Db, workspaceId: number, at: Date): Promise<Date> {
  const row = await db
    .selectFrom('link_search_blocks')
    .select('to_at as to')
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', at)
    .orderBy('to_at')
    .limit(1)
    .executeTakeFirst();
  return row?.to ?? at;
}

/** Returns the approximate number of links created since the given time. */
async function countLinksSince(db: Db, workspaceId: number, since: Date): Promise<number> {
  const { blocks } = await db
    .selectFrom('link_search_blocks')
    .select((e) => e.fn.countAll<number>().as('blocks'))
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(blocks) * linksABlock;
}

/** A block to search. `bits`: the slices that can contain the text. */
type Block = { from: Date; slices: Buffer; bits: number };

/** Lists the blocks up to a block's end that can contain a text, newest first. */
function listBlocks(
  db: Db,
  workspaceId: number,
  q: string,
  { upTo, limit }: { upTo: Date; limit: number },
): Promise<Block[]> {
  const checks = formsOf(q).map(checksFor);
  return db
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'slices', sql.raw<number>(checks.map(({ bits }) => bits).join(' | ')).as('bits')])
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '<=', upTo)
    .where(sql.raw<boolean>(`(${checks.map(({ conditions }) => conditions.join(' AND ')).join(' OR ')})`))
    .orderBy('to_at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Returns an expression for the slices of a block that can contain a text, and the conditions that select blocks with
 * such slices.
 */
function checksFor(text: string): { bits: string; conditions: string[] } {
  const { bytes, pairs } = ngramsOf(text);
  const bits = (most: number) => `(${bytes.slice(0, most).map(byteAt).join(' & ')})`;
  const checks = [...firstChecks.filter((most) => most < bytes.length), bytes.length].map(bits);
  const ofPairs = pairs.map((pair) => `(${byteAt(pair >> 3)} & ${1 << (pair & 7)})`);
  return { bits: bits(bytes.length), conditions: [...checks, ...ofPairs] };
}

/** Numbers of bytes that are checked before all bytes are checked. A few bytes already exclude most blocks. */
const firstChecks = [4, 12];

/**
 * Returns an expression for a byte. The index is written into it, because many parameters would take longer than a
 * search in few links.
 */
const byteAt = (index: number) => `ORD(SUBSTRING(grams, ${index + 1}, 1))`;
