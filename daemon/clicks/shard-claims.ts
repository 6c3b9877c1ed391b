/**
 * A worker's share of the shards. Every worker regularly announces itself and takes free shards, or those of lost
 * workers, until it has its fair share; one with more releases the rest. Two workers that believe to hold a shard do no
 * harm: only one can store.
 */
import { randomUUID } from 'node:crypto';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
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
/** A worker unseen for this long is lost. */
const goneSeconds = 6;
const forgottenSeconds = 3_600;

/** A worker's shards, each with the number of its claim. */
export type Claims = ReadonlyMap<number, number>;

export type ShardClaims = {
  held(): Claims;
  /** Releases all shards. */
  close(): Promise<void>;
};

/** Joins the distribution; the held shards are known after the first round. */
export function claimShards(db: Db, log: Log): ShardClaims {
  const worker = randomUUID();
  let held: Claims = new Map();
  let seenAt = Number.NEGATIVE_INFINITY;

  async function round(): Promise<void> {
    await markSeen(db, worker);
    const wasSeen = performance.now() - seenAt < goneSeconds * 1_000;
    seenAt = performance.now();
    const [workers, shards] = await Promise.all([listWorkers(db, goneSeconds), listShards(db)]);
    // After an outage nobody was seen: the others get one round to announce themselves.
    if (wasSeen || shards.every(({ owner }) => owner === null)) await takeShare(shards, workers);
    const own = (await listShards(db)).filter(({ owner }) => owner === worker);
    held = new Map(own.map(({ shard, claim }) => [shard, claim]));
  }

  async function takeShare(shards: Shard[], workers: string[]): Promise<void> {
    const fair = Math.ceil(shards.length / Math.max(1, workers.length));
    const own = shards.filter(({ owner }) => owner === worker);
    for (const shard of own.slice(fair)) await changeOwner(db, shard, null);
    const free = shards.filter(({ owner }) => owner === null || !workers.includes(owner));
    for (const shard of free.slice(0, Math.max(0, fair - own.length))) await changeOwner(db, shard, worker);
  }

  const { ask, stop } = repeat(log, 'share out the clicks', roundMs, round);
  void ask();
  void deleteWorkersUnseen(db, forgottenSeconds).catch(() => {});
  return {
    held: () => held,
    async close() {
      await stop();
      held = new Map();
      await leaveShards(db, worker).catch(() => {});
    },
  };
}
