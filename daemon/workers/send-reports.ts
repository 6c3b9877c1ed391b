/** The worker that queues due email reports. The outbox's worker writes and sends them. */
import { getNow } from '../../shared/db/clock-queries.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { queueDueReports } from '../email-reports/queue-reports.ts';
import type { WorkerStores } from './worker-stores.ts';

const lookEveryMs = 60_000;

export function startReports({ db, log, pulse }: WorkerStores): Started {
  const work = async (signal: AbortSignal) => queueDueReports(db, await getNow(db), signal);
  const news = pulse?.news('reports');
  const queuing = repeat(log, 'queue reports by email', lookEveryMs, news ? { work, news } : { work });
  void queuing.ask();
  return { close: () => queuing.stop() };
}
