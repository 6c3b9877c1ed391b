/** Ends the grace of failed payments. */
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { endGraces } from '../billing/end-graces.ts';

const everyMs = 60_000;

export const startEndingGraces = (db: Db, log: Log) =>
  repeat(log, 'end the grace of failed payments', everyMs, () => endGraces(db, new Date()));
