/**
 * A replica for reads that tolerate a lag. It is used while its lag is known and within the limit; otherwise reads go to
 * the primary. The lag is measured only for reads.
 */

import type { Kysely } from 'kysely';
import { withinMs } from './db.ts';
import { findLagMs, type HeartbeatTables } from './heartbeat-queries.ts';
import { withTables } from './with-tables.ts';

/** The time after which the lag is measured again. */
const measureEveryMs = 1_000;
const measureMs = 1_000;

export type Reader<Rows> = {
  /** Resolves to the replica if its data is at most this old. */
  atMostOld(ms: number): Promise<Kysely<Rows> | undefined>;
  /** Excludes the replica until the next measurement, after a failure. */
  failed(): void;
};

export function createReader<Rows extends HeartbeatTables>(replica: Kysely<Rows>): Reader<Rows> {
  const measured: Kysely<HeartbeatTables> = withTables(withinMs(replica, measureMs));
  let lagMs: number | undefined;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<void> | undefined;

  async function measure(): Promise<void> {
    const since = performance.now();
    lagMs = await findLagMs(measured).catch(() => undefined);
    measuredAt = since;
  }

  return {
    async atMostOld(ms) {
      if (performance.now() - measuredAt > measureEveryMs) {
        measuring ??= measure().finally(() => {
          measuring = undefined;
        });
        await measuring;
      }
      return lagMs !== undefined && lagMs + performance.now() - measuredAt <= ms ? replica : undefined;
    },
    failed() {
      lagMs = undefined;
    },
  };
}
