/**
 * The queueing of due reports. The transaction that queues a report's email also records its period and the time of
 * the next report. So each period gets one email, even if a worker is killed or several run.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { isStoreDown } from '../../shared/errors.ts';
import { insertMail } from '../../shared/people/mail-queries.ts';
import { findUser } from '../../shared/people/user-queries.ts';
import { findTimeZone, utc } from '../../shared/time-zone.ts';
import type { Db, ReportFrequency, Trx } from '../core/tables.ts';
import { lastPeriod, nextDue, type Period } from './periods.ts';
import { findDueForUpdate, listDue, markReported } from './queries.ts';

/**
 * The email of a report. `period` has its local days. `requested`: true if the member requested this report, false if
 * it was due.
 */
export type ReportMail = {
  kind: 'report';
  memberId: number;
  every: ReportFrequency;
  timezone: string;
  period: Period;
  requested: boolean;
};

const queuedAtOnce = 200;

/** Returns the zone with a name. A name that is not in this release's tables counts as UTC. */
export const zoneOf = (name: string | null) => (name === null ? utc : (findTimeZone(name) ?? utc));

/**
 * Queues all due reports, each for the last ended period only. A report that cannot be queued does not delay the
 * others. @throws the first such error, after the others are queued
 */
export async function queueDueReports(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const failed = new Map<number, unknown>();
  for (;;) {
    const ids = (await listDue(db, now, queuedAtOnce + failed.size)).filter((id) => !failed.has(id));
    for (const id of ids) {
      if (signal.aborted) return;
      try {
        await inTransaction(db, (trx) => queueReport(trx, id, now));
      } catch (error) {
        if (isStoreDown(error)) throw error;
        failed.set(id, error);
      }
    }
    if (ids.length < queuedAtOnce) break;
  }
  const [first] = failed.values();
  if (failed.size > 0) throw first;
}

async function queueReport(trx: Trx, id: number, now: Date): Promise<void> {
  const due = await findDueForUpdate(trx, id, now);
  if (!due?.every) return;
  const { every, reportedUntil } = due;
  const zone = zoneOf(due.timezone);
  const period = lastPeriod(every, zone, now.getTime());
  const isNew = reportedUntil === null || period.end > reportedUntil;
  const until = isNew ? period.end : reportedUntil;
  const next = nextDue(every, zone, now.getTime(), { id, reportedUntil: until });
  await markReported(trx, id, until, new Date(next));
  const user = isNew ? await findUser(trx, due.userId) : undefined;
  if (!user || user.emailVerifiedAt === null) return;
  const mail: ReportMail = { kind: 'report', memberId: id, every, timezone: zone.name, period, requested: false };
  await insertMail(trx, user.email, mail, { now });
}
