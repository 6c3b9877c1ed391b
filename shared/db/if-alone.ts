/** Work that runs in one process at a time, on any node of a cluster. */
import { type Lease, takeLease } from './lease.ts';
import type { LeaseDb } from './lease-queries.ts';

/** `signal` is aborted when another process can start the same work; this run must then end. */
type Work = (signal: AbortSignal) => Promise<void>;

/** Runs `work` unless another process does. Resolves to whether it ran. */
export async function ifAlone(db: LeaseDb, name: string, work: Work): Promise<boolean> {
  const lease = await takeLease(db, name);
  if (!lease) return false;
  try {
    await work(lease.signal);
  } finally {
    await lease.release();
  }
  return true;
}

/** Recurring work that runs in one process at a time: the process keeps the lease between two runs. */
export type Post = {
  ifMine(work: Work): Promise<boolean>;
  release(): Promise<void>;
};

export function openPost(db: LeaseDb, name: string): Post {
  let lease: Lease | undefined;
  return {
    async ifMine(work) {
      if (!lease || lease.signal.aborted) lease = await takeLease(db, name);
      if (!lease) return false;
      await work(lease.signal);
      return true;
    },
    async release() {
      await lease?.release();
      lease = undefined;
    },
  };
}
