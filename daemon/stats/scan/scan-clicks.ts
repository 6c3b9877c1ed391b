/**
 * The count of a window's matching clicks. The clicks are read in one snapshot, because blocks are merged at the same
 * time. This runs in a separate thread, because it uses a whole processor.
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
    // Reads blocks in the order in which they were stored.
    heads.sort((a, b) => a.no - b.no);
    for await (const block of blocksOf(db, workspaceId, part.day, heads)) {
      signal.throwIfAborted();
      tally.add(block, part);
    }
  }
  return tally.finish(question.topLinks);
}

/** Yields blocks; each is valid until the next. Reads and unpacks the next ones while some are being counted. */
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
    // If the caller stops early, a failure of the next read must not be unhandled.
    next.catch(() => {});
    for (const open of blocks) yield open(space);
  }
}
