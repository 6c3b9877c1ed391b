/** Blocks of clicks in MySQL: stored by the worker, merged, and read by exports and the search for earlier visitors. */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.
import { elementOf } from '../../shared/elements.ts';
import type { Db, Trx } from '../core/tables.ts';
import { clicksABlock, decodeBlock, encodeBlock } from './bytes/block.ts';
import { type Click, comparePlaces, type StoredClick } from './core/click.ts';
import { hex, insertTexts } from './insert-texts.ts';

/** The highest level. Its blocks are not merged further. */
export const lastLevel = 3;
export const levels = [0, 1, 2, lastLevel];
/** A block with at least this many clicks has a nearly optimal size. */
const fullClicks = clicksABlock / 2;

/**
 * A number greater than the number of blocks in a transaction, so that batch number and index combine into one number.
 */
const blocksABatch = 2 ** 20;

/** The day, workspace and merge level of blocks. */
export type BlockGroup = { day: number; level: number; workspaceId: number };

type NewBlock = BlockGroup & { no: number; clicks: StoredClick[] };

const insertBlocks = (trx: Trx, blocks: NewBlock[]) =>
  insertTexts(
    trx,
    'INSERT INTO click_blocks (day,level,workspace_id,no,clicks,first_link,last_link,data)',
    blocks.map(({ day, level, workspaceId, no, clicks }) => {
      const [first, last] = [clicks[0] as StoredClick, clicks.at(-1) as StoredClick];
      const key = `${day},${level},${workspaceId},${no}`;
      return `(${key},${clicks.length},${first.linkId},${last.linkId},${hex(encodeBlock(clicks))})`;
    }),
  );

/** Stores clicks sorted by day, workspace, link and time. */
export async function insertClicks(trx: Trx, clicks: Click[], batchNo: number): Promise<void> {
  const blocks: NewBlock[] = [];
  for (let from = 0; from < clicks.length; ) {
    const { day, workspaceId } = clicks[from] as Click;
    const isSame = (click: Click | undefined) => click?.day === day && click.workspaceId === workspaceId;
    let end = from + 1;
    while (end - from < clicksABlock && isSame(clicks[end])) end++;
    const level = end - from < fullClicks ? 0 : lastLevel;
    const no = batchNo * blocksABatch + blocks.length;
    blocks.push({ day, level, workspaceId, no, clicks: clicks.slice(from, end) });
    from = end;
  }
  await insertBlocks(trx, blocks);
}

/** Returns the first or the last day that has blocks, among the days from `first` to `last`. */
export async function findDay(db: Db, which: 'min' | 'max', first: number, last: number): Promise<number | undefined> {
  const { day } = await db
    .selectFrom('click_blocks')
    .select((e) => e.fn[which]('day').as('day'))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .executeTakeFirstOrThrow();
  return day ?? undefined;
}

/** Lists groups with at least `least` blocks on a day. */
export const listMergeable = (db: Db, day: number, level: number, least: number): Promise<BlockGroup[]> =>
  db
    .selectFrom('click_blocks')
    .select(['day', 'level', 'workspace_id as workspaceId'])
    .where('day', '=', day)
    .where('level', '=', level)
    .groupBy(['day', 'level', 'workspace_id'])
    .having((e) => e.fn.countAll(), '>=', least)
    .execute();

/**
 * Merges a group's oldest blocks into as few blocks of the next level as possible. Returns the number of merged
 * blocks. Readers find the clicks in either the old or the new blocks.
 */
export async function mergeSome(trx: Trx, group: BlockGroup, limit: number): Promise<number> {
  const { day, level, workspaceId } = group;
  const rows = await trx
    .selectFrom('click_blocks')
    .select(['no', 'data'])
    .where('day', '=', day)
    .where('level', '=', level)
    .where('workspace_id', '=', workspaceId)
    .orderBy('no')
    .limit(limit)
    .forUpdate()
    .execute();
  if (rows.length < 2) return rows.length;
  const clicks = rows.flatMap(({ data }) => decodeBlock(data)).sort(comparePlaces);
  const nos = rows.map(({ no }) => no);
  await trx
    .deleteFrom('click_blocks')
    .where('day', '=', day)
    .where('level', '=', level)
    .where('workspace_id', '=', workspaceId)
    .where('no', 'in', nos)
    .execute();
  // There are never more new blocks than old blocks, so the new blocks reuse the old numbers.
  const merged: NewBlock[] = [];
  for (let from = 0; from < clicks.length; from += clicksABlock) {
    const part = clicks.slice(from, from + clicksABlock);
    const to = part.length < fullClicks ? level + 1 : lastLevel;
    merged.push({ day, level: to, workspaceId, no: elementOf(nos, merged.length), clicks: part });
  }
  await insertBlocks(trx, merged);
  return rows.length;
}
