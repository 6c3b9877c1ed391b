/**
 * A freeze of all table definitions during a backup. No migration runs, no plugin creates or drops tables, and no
 * partition is added or dropped, because after such a statement the snapshot can no longer read the table.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../db/db.ts';
import type { Lease } from '../db/lease.ts';
import type { LeaseTables } from '../db/lease-queries.ts';
import { takeTurn } from '../migrations/migration-turn.ts';

export type Held = { signal: AbortSignal; release(): Promise<void> };

/** `work`: the name of work that changes tables; `table`: the table that contains its lease. */
export type Turn = { mysqlUrl: string; table: string; work: string };

const waitMs = 600_000;
const pollMs = 500;

/** Freezes the tables once running changes have ended. @throws if that takes longer than ten minutes */
export async function holdSchema(turns: Turn[], say: (line: string) => void): Promise<Held> {
  const ends: (() => Promise<unknown>)[] = [];
  const signals: AbortSignal[] = [];
  const release = async () => void (await Promise.all(ends.splice(0).map((end) => end())));
  try {
    for (const { mysqlUrl, table, work } of turns) {
      const db = openDb<LeaseTables>(mysqlUrl, { poolSize: 1 });
      ends.push(() => db.destroy());
      const lease = await waitFor(() => takeTurn(db, table, work), `${work} of another process`, say);
      ends.pop();
      ends.push(() => lease.release().then(() => db.destroy()));
      signals.push(lease.signal);
    }
    return { signal: AbortSignal.any(signals), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function waitFor(
  ask: () => Promise<Lease | undefined>,
  what: string,
  say: (line: string) => void,
): Promise<Lease> {
  const until = performance.now() + waitMs;
  for (let polls = 0; performance.now() < until; polls++) {
    const lease = await ask();
    if (lease) return lease;
    if (polls === 2) say(`waiting until ${what} ends …`);
    await sleep(pollMs);
  }
  throw new Error(`the ${what} did not end within ten minutes; is another backup running?`);
}
