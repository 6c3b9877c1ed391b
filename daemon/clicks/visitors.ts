/**
 * Unique clicks: a visitor's first click on a link that day, among all stored clicks. A worker keeps the earlier
 * visitors of its shards in memory. It reads them from MySQL when it takes a shard, or gets clicks from another day.
 */
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { decodeBlock } from './bytes/block.ts';
import type { Click } from './core/click.ts';
import { shardOf } from './core/shards.ts';
import type { Claims } from './shard-claims.ts';
import { listBlocksOfDay } from './visitor-queries.ts';
import { VisitorSet } from './visitor-set.ts';

/** Number of days in memory. Around midnight two are in use. Clicks from other days only arrive after an outage. */
const daysKept = 2;

/** A day's visitors. `claims` are the claims of the shards whose visitors are in the set. */
type Day = { visitors: VisitorSet; claims: Map<number, number> };

export type Visitors = {
  /** Sets `first` on the first clicks in claimed shards. From then on these clicks count as stored. */
  markFirst(clicks: Click[], claims: Claims): Promise<void>;
  /** Forgets all visitors. Call it if marked clicks may not have been stored. */
  forget(): void;
};

export function createVisitors(db: Db, log: Log, maxBytes: number): Visitors {
  const days = new Map<number, Day>();

  async function load(day: number, claims: Claims): Promise<VisitorSet> {
    const known = days.get(day) ?? { visitors: new VisitorSet(maxBytes / daysKept), claims: new Map() };
    days.delete(day);
    const missing = new Set(
      [...claims].filter(([shard, claim]) => known.claims.get(shard) !== claim).map(([shard]) => shard),
    );
    if (missing.size > 0) await read(db, day, missing, known.visitors);
    for (const [shard, claim] of claims) known.claims.set(shard, claim);
    days.set(day, known);
    for (const other of [...days.keys()].slice(0, -daysKept)) days.delete(other);
    if (known.visitors.isFull)
      log.warn(
        { day, visitors: known.visitors.size },
        'visitors of this day were evicted from memory; some can count twice',
      );
    return known.visitors;
  }

  return {
    async markFirst(clicks, claims) {
      for (const [day, ofDay] of groupByDay(clicks)) {
        const visitors = await load(day, claims);
        for (const click of ofDay) click.first = !click.bot && visitors.add(click.linkId, click.visitor);
      }
    },
    forget: () => days.clear(),
  };
}

function groupByDay(clicks: Click[]): Map<number, Click[]> {
  const days = new Map<number, Click[]>();
  for (const click of clicks) {
    const ofDay = days.get(click.day);
    if (ofDay) ofDay.push(click);
    else days.set(click.day, [click]);
  }
  return days;
}

async function read(db: Db, day: number, shards: Set<number>, into: VisitorSet): Promise<void> {
  for await (const data of listBlocksOfDay(db, day)) {
    for (const { linkId, visitor, bot } of decodeBlock(data)) {
      if (!bot && shards.has(shardOf(linkId))) into.add(linkId, visitor);
    }
  }
}
