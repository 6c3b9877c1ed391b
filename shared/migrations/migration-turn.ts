/** Exclusive access for processes that change a database's tables: one at a time, on all nodes of a cluster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../db/db.ts';
import { type Lease, takeLease } from '../db/lease.ts';
import { createLeases, type LeaseDb, type LeaseTables } from '../db/lease-queries.ts';

export type MigrationTurn = {
  mysqlUrl: string;
  /** The migration record's table; the leases are in the table with the suffix `_lock`. */
  record: string;
  /** The name of the work; different work runs in parallel. */
  work: string;
};

const waitMs = 600_000;
const pollMs = 200;

/**
 * Waits until no other process does this work, then does it. A statement that blocks a whole cluster for longer than a
 * lease also prevents the lease's renewal. `run` must then stop because of its signal, and is called again with the
 * next lease.
 * @throws the errors of `run`, and if another process keeps the lease for longer than ten minutes
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
    await sleep(pollMs);
  }
  throw new Error(`another process has been running the ${work} of this database for ten minutes`);
}

/** Takes the lease; `undefined` if another process has it, or if its table was missing and has now been created. */
export const takeTurn = (db: LeaseDb, table: string, work: string): Promise<Lease | undefined> =>
  takeLease(db, work, { table }).catch(async (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ER_NO_SUCH_TABLE') throw error;
    await createLeases(db, table);
    return undefined;
  });
