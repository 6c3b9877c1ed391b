/**
 * Finds a text in links, newest first: in those that lie in no search block yet, and then in the slices of blocks that can
 * contain the text. Texts in many links are found among the newest; for others few slices are read.
 */
// biome-ignore-all lint/plugin: searching links is written by hand.
import { sql } from 'kysely';
import { formsOf } from '../../../shared/unicode-forms.ts';
import type { Db } from '../../core/tables.ts';
import type { LinkPosition } from '../core/cursor.ts';
import { countLinks, type Filters, listPositions, type Slice, type Span } from '../core/page-queries.ts';
import { linksABlock, linksASlice } from './block.ts';
import { ngramsOf } from './ngrams.ts';
import { type SliceSpan, spansOf } from './slices.ts';

/** A filtered list that is no longer needs no blocks; more links than that in none are many. */
const newest = 2_000;
/** Blocks asked for at first, and then: a text in many links is in the newest. */
const firstBlocks = 64;
const blocksARead = 512;
const firstSpans = 16;
const mostSpans = 128;

/** Counting ends after so many links were looked at. */
const mostLookedAt = 50_000;
/** Listing all matches looks at so many, or finds so many, at least before it leaves them to an index in another order. */
const leastLookedAt = 25_000;
const leastFound = 1_000;
/** An index in another order comes to a page after about so many matches, which lie apart and take longer to read. */
const pageful = 50;

export type SearchResult = { positions: LinkPosition[] /** Many links lie in no block yet. */; unsealed: boolean };

/** The first `limit` links after `after` that hold `q`. */
export async function searchLinks(
  db: Db,
  filters: Filters,
  q: string,
  { after, limit }: { after: LinkPosition | undefined; limit: number },
): Promise<SearchResult> {
  const positions: LinkPosition[] = [];
  let unsealed = false;
  for await (const part of partsThatMayHold(db, filters, q, after)) {
    unsealed ||= part.unsealed;
    positions.push(...(await listPositions(db, filters, part.slice, { limit: limit - positions.length })));
    if (positions.length === limit) break;
  }
  return { positions, unsealed };
}

/**
 * All links that hold `q`; undefined when they are more than `most`, or so many that an index in another order finds a
 * page of them with no more work than was done so far.
 */
export async function listMatches(db: Db, filters: Filters, q: string, most: number): Promise<number[] | undefined> {
  const ids: number[] = [];
  let looked = 0;
  let since = new Date(farFuture);
  for await (const { slice, links } of partsThatMayHold(db, filters, q)) {
    if (ids.length >= leastFound || (looked >= leastLookedAt && ids.length >= pageful)) {
      const passed = await countLinksSince(db, filters.workspaceId, since);
      if (ids.length * looked >= pageful * passed) return undefined;
    }
    looked += links;
    since = slice.spans?.at(-1)?.from ?? since;
    const found = await listPositions(db, filters, { ...slice, inAnyOrder: true }, { limit: most + 1 - ids.length });
    ids.push(...found.map(({ id }) => id));
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
    count += await countLinks(db, filters, { ...slice, inAnyOrder: true }, most - count);
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
    const asked = all.filter(({ from }) => from.getTime() < before);
    for (let at = 0; at < asked.length; at += count, count = Math.min(count * 2, mostSpans)) {
      const some = asked.slice(at, at + count);
      const spans = some.map((span) => spanTo(isDense(span) ? span : { from: span.from, to: span.to }));
      yield { slice: { after, spans, q }, links: linksOf(some), unsealed: false };
    }
    if (blocks.length < limit) return;
    // Blocks can be cut again in the meantime, so that one reaches over the end of the last.
    before = (blocks.at(-1) as Block).from.getTime();
    upTo = await findEndOfBlock(db, filters.workspaceId, new Date(before - 1));
  }
}

/** So many links of others are passed over faster, in the order of the table, than one link is found by an index. */
const othersALink = 4;

/** Whether few links of others lie between a span's ids. */
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

/** When the last link was made of the block that has links made at a time. */
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

/** About how many links were made after a time, those in blocks that cannot hold a text included. */
async function countLinksSince(db: Db, workspaceId: number, since: Date): Promise<number> {
  const { blocks } = await db
    .selectFrom('link_search_blocks')
    .select((e) => e.fn.countAll<number>().as('blocks'))
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(blocks) * linksABlock;
}

/** `bits`: the slices that can hold the text. */
type Block = { from: Date; slices: Buffer; bits: number };

/** The blocks up to an end of one that can hold a text, newest first. */
function listBlocks(
  db: Db,
  workspaceId: number,
  q: string,
  { upTo, limit }: { upTo: Date; limit: number },
): Promise<Block[]> {
  const looks = formsOf(q).map(looksFor);
  return db
    .selectFrom('link_search_blocks')
    .select(['from_at as from', 'slices', sql.raw<number>(looks.map(({ bits }) => bits).join(' | ')).as('bits')])
    .where('workspace_id', '=', workspaceId)
    .where('to_at', '<=', upTo)
    .where(sql.raw<boolean>(`(${looks.map(({ conditions }) => conditions.join(' AND ')).join(' OR ')})`))
    .orderBy('to_at', 'desc')
    .limit(limit)
    .execute();
}

/** The slices of a block that can hold a text, as an expression, and the conditions for there to be one. */
function looksFor(text: string): { bits: string; conditions: string[] } {
  const { bytes, pairs } = ngramsOf(text);
  const bits = (most: number) => `(${bytes.slice(0, most).map(byteAt).join(' & ')})`;
  const looks = [...firstLooks.filter((most) => most < bytes.length), bytes.length].map(bits);
  const ofPairs = pairs.map((pair) => `(${byteAt(pair >> 3)} & ${1 << (pair & 7)})`);
  return { bits: bits(bytes.length), conditions: [...looks, ...ofPairs] };
}

/** So many bytes exclude most blocks; only of others more are looked at. */
const firstLooks = [4, 12];

/** It is text, because a parameter for each number would take longer than a search of few links. */
const byteAt = (index: number) => `ORD(SUBSTRING(grams, ${index + 1}, 1))`;
