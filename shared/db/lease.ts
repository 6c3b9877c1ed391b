/**
 * A lock for all nodes of a MySQL cluster: a row with an expiry, which its owner renews. A process that dies or cannot
 * reach MySQL loses the lease at the expiry. The owner is notified before another process can take the lease.
 */
import { randomUUID } from 'node:crypto';
import { isConflict } from '../errors.ts';
import { withinMs } from './db.ts';
import { type LeaseDb, releaseRow, renewRow, takeRow } from './lease-queries.ts';

export type Lease = {
  /** Aborted when the lease is lost: the guarded work must end. */
  signal: AbortSignal;
  /** Releases the lease. Never rejects: a lease that cannot be released expires. */
  release(): Promise<void>;
};

const leaseMs = 15_000;
/** The number of renewals that fit into a lease's time. A renewal can take as long as the wait before it. */
const renewals = 3;
/** The fraction of a lease after which its owner stops, before the server's expiry. */
const safety = 0.9;

/** Takes a lease; `undefined` if another process has it. */
export async function takeLease(
  pool: LeaseDb,
  name: string,
  { ms = leaseMs, table = 'leases' } = {},
): Promise<Lease | undefined> {
  const row = { table, name, owner: randomUUID() };
  const db = withinMs(pool, ms / renewals);
  const lost = new AbortController();
  const requestedAt = performance.now();
  const isTaken = await takeRow(db, row, ms).catch((error) => {
    if (isConflict(error)) return false;
    throw error;
  });
  if (!isTaken) return undefined;

  let expiry: NodeJS.Timeout;
  const holdFrom = (since: number) => {
    clearTimeout(expiry);
    expiry = setTimeout(() => void expire(since), Math.max(0, ms * safety - (performance.now() - since)));
    expiry.unref();
  };
  const expire = async (since: number) => {
    // A blocked event loop has blocked the work, too. If no other process has taken the lease since then, it is renewed.
    const wasBlocked = performance.now() - since > ms;
    if (!(wasBlocked && (await renew()))) lose('it could not be renewed');
  };
  const lose = (why: string) => {
    end();
    lost.abort(new Error(`the lease ${name} was lost: ${why}`));
  };
  const renew = async () => {
    const since = performance.now();
    const isHeld = await renewRow(db, row, ms).catch(() => undefined);
    if (renewing === undefined) return true;
    if (isHeld === false) lose('another process has it');
    else if (isHeld) holdFrom(since);
    return isHeld;
  };
  let renewing: NodeJS.Timeout | undefined = setInterval(() => void renew(), ms / renewals);
  renewing.unref();
  const end = () => {
    clearInterval(renewing);
    renewing = undefined;
    clearTimeout(expiry);
  };
  holdFrom(requestedAt);
  return {
    signal: lost.signal,
    async release() {
      end();
      if (!lost.signal.aborted) await releaseRow(db, row).catch(() => {});
    },
  };
}
