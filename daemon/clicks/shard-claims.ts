/**
 * A worker's share of the shards. Every worker regularly announces itself and takes free shards, or those of lost
 * workers, until it has its fair share; one with more releases the rest. Two workers that believe to hold a shard do no
 * harm: only one can store.
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
/** Time between two rounds of a worker that is alone and has all shards. */
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
  /** Called when shards were taken. */
  onTaken?: (() => void) | undefined;
  /** Tells of workers that come and go. */
  news?: News | undefined;
};

/** Joins the distribution; the held shards are known after the first round. */
export function claimShards(db: Db, log: Log, { onTaken = () => {}, news }: ClaimOptions = {}): ShardClaims {
  const worker = randomUUID();
  let held: Claims = new Map();
  let seenAt = Number.NEGATIVE_INFINITY;
  let hasAll = false;
  let othersCame = false;

  async function round(): Promise<void> {
    const isAlone = hasAll && !othersCame;
    if (isAlone && performance.now() - seenAt < aloneMs) return;
    await markSeen(db, worker);
    const wasSeen = performance.now() - seenAt < workerGoneSeconds * 1_000;
    seenAt = performance.now();
    if (isAlone && wasSeen && news?.isHeard()) return;
    othersCame = false;
    const [workers, shards] = await Promise.all([listWorkers(db, workerGoneSeconds), listShards(db)]);
    // After an outage nobody was seen: the others get one round to announce themselves.
    const mayTake = wasSeen || shards.every(({ owner }) => owner === null);
    const hasChanged = mayTake && (await takeShare(shards, workers));
    const own = (hasChanged ? await listShards(db) : shards).filter(({ owner }) => owner === worker);
    hasAll = own.length === shards.length && workers.length === 1;
    const taken = own.some(({ shard, claim }) => held.get(shard) !== claim);
    held = new Map(own.map(({ shard, claim }) => [shard, claim]));
    if (taken) onTaken();
  }

  /** Resolves to whether an owner was to change. */
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

  const { ask, stop } = repeat(log, 'share out the clicks', roundMs, { work: round });
  const leave = news?.follow(() => {
    othersCame = true;
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
