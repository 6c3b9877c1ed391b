/**
 * A page of a day's raw clicks in the order of an export. Blocks overlap, so the page has the first clicks of all blocks:
 * they are read one after another, and only one page of clicks is kept. Blocks that start after the page are not read.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeBlock } from '../clicks/bytes/block.ts';
import { comparePlaces, type Place, type StoredClick } from '../clicks/core/click.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import type { Db } from '../core/tables.ts';
import { type DayPart, listBlockHeads, readBlocks } from './core/export-queries.ts';
import type { Subject } from './core/queries.ts';

const clicksAPage = 20_000;
const blocksAtOnce = 16;

/**
 * Reads the clicks after the given place. An empty page is the end. Clicks of the same link and time are always on the
 * same page.
 */
export async function readPage(
  db: Db,
  subject: Subject,
  part: DayPart,
  { after, limit = clicksAPage }: { after?: Place; limit?: number } = {},
): Promise<StoredClick[]> {
  const first = new FirstClicks(limit);
  // Blocks can be merged at the same time, so a snapshot ensures that each click is read exactly once.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (trx) => {
    const heads = await listBlockHeads(trx, subject, part.day, after);
    for (let at = 0; at < heads.length; at += blocksAtOnce) {
      const needed = heads.slice(at, at + blocksAtOnce).filter(({ firstLink }) => firstLink <= first.lastLink);
      if (needed.length === 0) break;
      for (const data of await readBlocks(trx, subject.workspaceId, part.day, needed)) {
        for (const click of decodeBlock(data)) if (isRequested(click, subject, part, after)) first.add(click);
        // Lets the event loop run, because this process can also answer redirects.
        await nextTurn();
      }
    }
  });
  return first.take();
}

const isRequested = (click: StoredClick, { linkId }: Subject, { fromMs, toMs }: DayPart, after: Place | undefined) =>
  click.ms >= fromMs &&
  click.ms < toMs &&
  (linkId === wholeWorkspace || click.linkId === linkId) &&
  (after === undefined || comparePlaces(click, after) > 0);

/** The first `limit` of all added clicks, and the clicks with the same link and time as the last of them. */
class FirstClicks {
  readonly #limit: number;
  #clicks: StoredClick[] = [];
  #end: Place | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The last link on the page. Clicks of later links are not needed. */
  get lastLink(): number {
    return this.#end?.linkId ?? Number.POSITIVE_INFINITY;
  }

  add(click: StoredClick): void {
    if (this.#end && comparePlaces(click, this.#end) > 0) return;
    this.#clicks.push(click);
    if (this.#clicks.length >= 2 * this.#limit) this.#cut();
  }

  take(): StoredClick[] {
    this.#cut();
    return this.#clicks;
  }

  #cut(): void {
    this.#clicks.sort(comparePlaces);
    const end = this.#clicks[this.#limit - 1];
    if (!end) return;
    this.#end = end;
    this.#clicks = this.#clicks.filter((click) => comparePlaces(click, end) <= 0);
  }
}
