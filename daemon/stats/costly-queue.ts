/** Questions that read much: few at a time, workspaces in turn, and none whose client is gone. */
import { unavailable } from '../../shared/errors.ts';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Numbers } from '../../shared/process/metrics.ts';

/** Two that wait for MySQL most of their time, or one that reads clicks. */
export const costlyCapacity = 2;

export const costly = new FairQueue({
  capacity: costlyCapacity,
  waitingEach: 10,
  waitingAtMost: 50,
  refusal: () => unavailable('Too many large queries are waiting. Try again shortly.'),
});

/** For metrics. */
export const costlyNumbers: Numbers = {
  costly_stats_begun: {
    help: 'Costly analytics started: those over many links or single clicks.',
    value: () => costly.numbers.begun,
  },
  costly_stats_refused: { help: 'Costly analytics refused with 503.', value: () => costly.numbers.refused },
  costly_stats_waiting: { help: 'Costly analytics waiting to start.', value: () => costly.numbers.waiting },
};
