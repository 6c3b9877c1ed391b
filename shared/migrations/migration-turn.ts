/** Turns of the processes that change a database's tables: one at a time, on all nodes of a cluster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../db/db.ts';
import { type Lease, takeLease } from '../db/lease.ts';
import { createLeases, type LeaseDb, type LeaseTables } from '../db/lease-queries.ts';

export type MigrationTurn = {
  mysqlUrl: string;
  /** The record of migrations; the leases are in the table of its name plus `_lock`. */
  record: string;
  /** Work of different names runs in parallel. */
  work: string;
};

const waitMs = 600_000;
const askMs = 200;

/**
 * Waits until no other process does this work, then does it. A statement that blocks a whole cluster for longer than a
 * lease also prevents its renewal: `run` must then fail by its signal and is called again at its next turn. @throws
 * what `run` throws, and if another process keeps the turn for longer than ten minutes
 */
export async function oneAtATime<T>(
  { mysqlUrl, record, work }: MigrationTurn,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const db = openDb<LeaseTables>(mysqlUrl, { poolSize: 1 });
  try {
    for (;;) {
      const lease = await waitForLease(db, `${record}_lock`, work);
      try {
        return await run(lease.signal);
      } catch (error) {
        if (!lease.signal.aborted) throw error;
      } finally {
        await lease.release();
      }
    }
  } finally {
    await db.destroy();
  }
}

async function waitForLease(db: LeaseDb, table: string, work: string): Promise<Lease> {
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    const lease = await takeTurn(db, table, work);
    if (lease) return lease;
    await sleep(askMs);
  }
  throw new Error(`another process has been at the ${work} of this database for ten minutes`);
}

/** `undefined` if another process has the turn, or if the table of leases had to be created first. */
export const takeTurn = (db: LeaseDb, table: string, work: string): Promise<Lease | undefined> =>
  takeLease(db, work, { table }).catch(async (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ER_NO_SUCH_TABLE') throw error;
    await createLeases(db, table);
    return undefined;
  });
