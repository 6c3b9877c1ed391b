/**
 * Reads the clicks of a window and counts those that are asked about. One snapshot for all of it: blocks are merged meanwhile.
 * Made for a thread of its own, which it keeps busy.
 */

import { patient } from '../../../shared/db/db.ts';
import { elementOf } from '../../../shared/elements.ts';
import type { ClickQuestion, FoundClicks } from '../../api/context.ts';
import { type BlockColumns, newColumnSpace, unpackColumns } from '../../clicks/bytes/block.ts';
import { wholeWorkspace } from '../../clicks/counts.ts';
import type { Db } from '../../core/tables.ts';
import { type DayPart, listBlockHeads, listDaysWithClicks, readBlocks } from '../core/export-queries.ts';
import { Tally } from './tally.ts';

const clicksAtMost = 12_000_000;
const blocksAtOnce = 8;

export function scanClicks(db: Db, question: ClickQuestion, signal: AbortSignal): Promise<FoundClicks> {
  const snapshot = patient(db).transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute((trx) => scan(trx, question, signal));
}

async function scan(db: Db, question: ClickQuestion, signal: AbortSignal): Promise<FoundClicks> {
  const { workspaceId, linkIds, times, filters } = question;
  const subject = { workspaceId, linkId: linkIds?.length === 1 ? elementOf(linkIds, 0) : wholeWorkspace };
  const days: { part: DayPart; heads: Awaited<ReturnType<typeof listBlockHeads>> }[] = [];
  for (const part of await listDaysWithClicks(db, subject, times)) {
    signal.throwIfAborted();
    days.push({ part, heads: await listBlockHeads(db, subject, part.day) });
  }
  const inBlocks = days.flatMap(({ heads }) => heads).reduce((sum, { clicks }) => sum + clicks, 0);
  if (inBlocks > clicksAtMost) return { tooMany: clicksAtMost };
  const tally = new Tally(filters, linkIds);
  for (const { part, heads } of days) {
    // Blocks are numbered as they come.
    heads.sort((a, b) => a.no - b.no);
    for await (const block of blocksOf(db, workspaceId, part.day, heads)) {
      signal.throwIfAborted();
      tally.add(block, part);
    }
  }
  return tally.finish(question.topLinks);
}

/** Each is good until the next one. While some are looked at the next ones are on their way and unpacked. */
async function* blocksOf(
  db: Db,
  workspaceId: number,
  day: number,
  heads: Awaited<ReturnType<typeof listBlockHeads>>,
): AsyncGenerator<BlockColumns> {
  const read = async (at: number) => {
    if (at >= heads.length) return [];
    const blocks = await readBlocks(db, workspaceId, day, heads.slice(at, at + blocksAtOnce));
    return Promise.all(blocks.map(unpackColumns));
  };
  const space = newColumnSpace();
  let next = read(0);
  for (let at = 0; at < heads.length; at += blocksAtOnce) {
    const blocks = await next;
    next = read(at + blocksAtOnce);
    // Stopping early waits for neither an answer nor its failure.
    next.catch(() => {});
    for (const open of blocks) yield open(space);
  }
}
