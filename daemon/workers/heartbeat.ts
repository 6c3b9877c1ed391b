/** Writes the time to MySQL every second, by which replicas show how far behind they are. Only where one is read. */
import type { Config } from '../../shared/config/config.ts';
import { beat } from '../../shared/db/heartbeat-queries.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 1_000;

/** @returns its end */
export function startBeating({ mysqlReadUrl }: Config, db: Db, log: Log): () => Promise<void> {
  if (mysqlReadUrl === '') return async () => {};
  const beating = repeat(log, 'heartbeat', everyMs, { work: () => beat(db) });
  return () => beating.stop();
}
