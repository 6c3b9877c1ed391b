/**
 * A worker's share of the shards. Every worker regularly announces itself, and takes free shards and the shards of
 * lost workers until it has its fair share. A worker with more than its share releases the rest. If two workers
 * believe that they have the same shard, only one of them can store clicks.
 */
import { randomUUID } from 'node:crypto';
import type { News } from '../../shared/jobs/pulse.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { workerGoneSeconds } from '../pulse/open-pulse.ts';
import {
  changeOwner,
  deleteWorkersUnseen,
  leaveShards,
  listShards,
  listWorkers,
  markSeen,
  type Shard,
} from './shard-queries.ts';

const roundMs = 1_500;
/** Interval between rounds while the worker is alone and has all shards. */
const aloneMs = 4_000;
const forgottenSeconds = 3_600;

/** A worker's shards, each with the number of its claim. */
export type Claims = ReadonlyMap<number, number>;

export type ShardClaims = {
  held(): Claims;
  /** Releases all shards. */
  close(): Promise<void>;
};

type ClaimOptions = {
  /** Called when the worker has taken shards. */
  onTaken?: (() => void) | undefined;
  /** Reports when workers start and end. */
  news?: News | undefined;
};

/** Joins the distribution of shards. `held` is empty until the first round has ended. */
export function claimShards(db: Db, log: Log, { onTaken = () => {}, news }: ClaimOptions = {}): ShardClaims {
  const worker = randomUUID();
  let held: Claims = new Map();
  let seenAt = Number.NEGATIVE_INFINITY;
  let hasAll = false;
  let othersChanged = false;

  async function round(): Promise<void> {
    const isAlone = hasAll && !othersChanged;
    if (isAlone && performance.now() - seenAt < aloneMs) return;
    await markSeen(db, worker);
    const wasSeen = performance.now() - seenAt < workerGoneSeconds * 1_000;
    seenAt = performance.now();
    if (isAlone && wasSeen && news?.isHeard()) return;
    othersChanged = false;
    const [workers, shards] = await Promise.all([listWorkers(db, workerGoneSeconds), listShards(db)]);
    // After an outage no worker has been seen recently. Gives the others one round to announce themselves.
    const canTake = wasSeen || shards.every(({ owner }) => owner === null);
    const hasChanged = canTake && (await takeShare(shards, workers));
    const own = (hasChanged ? await listShards(db) : shards).filter(({ owner }) => owner === worker);
    hasAll = own.length === shards.length && workers.length === 1;
    const taken = own.some(({ shard, claim }) => held.get(shard) !== claim);
    held = new Map(own.map(({ shard, claim }) => [shard, claim]));
    if (taken) onTaken();
  }

  /** Takes or releases shards. Resolves to true if it tried to change a shard's owner. */
  async function takeShare(shards: Shard[], workers: string[]): Promise<boolean> {
    const fair = Math.ceil(shards.length / Math.max(1, workers.length));
    const own = shards.filter(({ owner }) => owner === worker);
    const surplus = own.slice(fair);
    const free = shards.filter(({ owner }) => owner === null || !workers.includes(owner));
    const taken = free.slice(0, Math.max(0, fair - own.length));
    for (const shard of surplus) await changeOwner(db, shard, null);
    for (const shard of taken) await changeOwner(db, shard, worker);
    return surplus.length + taken.length > 0;
  }

  const { ask, stop } = repeat(log, 'distribute the shards of clicks', roundMs, { work: round });
  const leave = news?.follow(() => {
    othersChanged = true;
    void ask();
  });
  void ask();
  void deleteWorkersUnseen(db, forgottenSeconds).catch(() => {});
  return {
    held: () => held,
    async close() {
      leave?.();
      await stop();
      held = new Map();
      await leaveShards(db, worker).catch(() => {});
    },
  };
}
