/** Turns of the processes that change a database's tables: one at a time, on all nodes of a cluster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../db/db.ts';
import { type Lease, takeLease } from '../db/lease.ts';
import { createLeases, type LeaseDb, type LeaseTables } from '../db/lease-queries.ts';

export type MigrationTurn = {
  mysqlUrl: string;
  /** The record of migrations; the leases are in the table of its name with `_lock` after it. */
  record: string;
  /** Works of different names do not wait for each other. */
  work: string;
};

const waitMs = 600_000;
const askMs = 200;

/**
 * Waits until no other process is at this work and does it. A statement that stops a whole cluster for longer than a
 * lease also keeps it from being renewed: `run` then has to fail by its signal, and is called anew at its next turn.
 * @throws what `run` throws, and when another process keeps the turn for longer than ten minutes.
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

/** Undefined when another process has it, and where the table of leases had to be made first. */
export const takeTurn = (db: LeaseDb, table: string, work: string): Promise<Lease | undefined> =>
  takeLease(db, work, { table }).catch(async (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ER_NO_SUCH_TABLE') throw error;
    await createLeases(db, table);
    return undefined;
  });
