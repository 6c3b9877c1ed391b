/**
 * The queue of expensive queries: few run at a time, workspaces alternate, and queries of disconnected clients are
 * dropped.
 */
import { unavailable } from '../../shared/errors.ts';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Numbers } from '../../shared/process/metrics.ts';

/** Capacity of the queue: two queries that mostly wait for MySQL, or one that reads single clicks. */
export const costlyCapacity = 2;

export const costly = new FairQueue({
  capacity: costlyCapacity,
  waitingEach: 10,
  waitingAtMost: 50,
  refusal: () => unavailable('Too many large queries are waiting. Try again shortly.'),
});

export const costlyNumbers: Numbers = {
  costly_stats_begun: {
    help: 'Costly analytics started: those over many links or single clicks.',
    value: () => costly.numbers.begun,
  },
  costly_stats_refused: { help: 'Costly analytics refused with 503.', value: () => costly.numbers.refused },
  costly_stats_waiting: { help: 'Costly analytics waiting to start.', value: () => costly.numbers.waiting },
};
