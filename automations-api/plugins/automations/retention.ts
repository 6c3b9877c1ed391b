/** Deletion of data after its retention time. */
import type { Config } from '../../../shared/config/config.ts';
import { getNow } from '../../../shared/db/clock-queries.ts';
import { keptMs } from '../../../shared/idempotency/attempts.ts';
import { deleteClaimsBefore } from '../../../shared/idempotency/queries.ts';
import { deleteMailsBefore } from '../../../shared/mail/outbox-queries.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { deleteAuditEntriesBefore } from './audit/queries.ts';
import { idempotencyKeys } from './contacts/idempotent-writes.ts';
import { daysBefore } from './core/dates.ts';
import type { AutomationsTables, Db } from './core/tables.ts';
import { deleteEventsBefore } from './events/core/queries.ts';
import { deleteOldJobs } from './jobs/queries.ts';
import { outboxIn } from './mail/core/queries.ts';
import { deleteOldRuns } from './rules/run-queries.ts';
import { deleteTimelineBefore } from './timeline/core/queries.ts';

const everyMs = 3_600_000;
const atOnce = 2_000;
/** The days after which ended jobs, emails and runs are deleted. */
const endedDays = 90;

export const startRetention = ({ db, config, schedule }: PluginApi<AutomationsTables>): void =>
  schedule({ name: 'forget-what-is-old', everyMs, run: async () => forgetOld(db, config, await getNow(db)) });

/** Deletes old data in small steps, so that other transactions do not wait long. */
export async function forgetOld(
  db: Db,
  { auditDays, timelineDays, eventDays }: Pick<Config, 'auditDays' | 'timelineDays' | 'eventDays'>,
  now: Date,
): Promise<void> {
  while ((await deleteAuditEntriesBefore(db, daysBefore(now, auditDays), atOnce)) === atOnce);
  const keysBefore = new Date(now.getTime() - keptMs);
  while ((await deleteClaimsBefore(idempotencyKeys(db), keysBefore, atOnce)) === atOnce);
  while ((await deleteOldJobs(db, daysBefore(now, endedDays), atOnce)) === atOnce);
  while ((await deleteMailsBefore(outboxIn(db), daysBefore(now, endedDays), atOnce)) === atOnce);
  while (await deleteOldRuns(db, daysBefore(now, endedDays)));
  if (eventDays > 0) while ((await deleteEventsBefore(db, daysBefore(now, eventDays), atOnce)) === atOnce);
  if (timelineDays === 0) return;
  while ((await deleteTimelineBefore(db, daysBefore(now, timelineDays), atOnce)) === atOnce);
}
