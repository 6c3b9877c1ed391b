/** The heartbeat: the time, written to MySQL every second if there is a replica. It shows the replica's delay. */
import type { Config } from '../../shared/config/config.ts';
import { beat } from '../../shared/db/heartbeat-queries.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 1_000;

/** Starts the heartbeat. Returns a function that stops it. */
export function startBeating({ mysqlReadUrl }: Config, db: Db, log: Log): () => Promise<void> {
  if (mysqlReadUrl === '') return async () => {};
  const beating = repeat(log, 'heartbeat', everyMs, { work: () => beat(db) });
  return () => beating.stop();
}
