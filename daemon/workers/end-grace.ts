/** Ends the grace of failed payments. */

import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { endGraces } from '../billing/end-graces.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 60_000;

export const startEndingGraces = (db: Db, log: Log) =>
  repeat(log, 'end grace periods of failed payments', everyMs, { work: () => endGraces(db, new Date()) }).stop;
