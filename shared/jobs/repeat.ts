/**
 * Work done one run at a time: at intervals, on request and on news. A request during a run is answered by the next run, which
 * starts after the request, so that it sees the state at that time.
 */
import type { Log } from '../log/log.ts';
import type { News } from './pulse.ts';

export type Repeated<T> = {
  /** Resolves to the result of the run; to `undefined` if it failed, which is logged, or was stopped. */
  ask(): Promise<T | undefined>;
  /** Waits for the current run. Nothing runs afterwards. */
  stop(): Promise<void>;
};

/** Time between two runs while the pulse is heard and has no news: for the case that it was wrong. */
const restMs = 600_000;

/**
 * `everyMs` 0: only on request. `signal` says that the work must end. With `news` it runs when there are some, and rarely while
 * they can be heard; after a failure it runs at its intervals until it succeeds.
 */
export function repeat<T>(
  log: Log,
  name: string,
  everyMs: number,
  { work, news }: { work: (signal: AbortSignal) => Promise<T>; news?: News },
): Repeated<T> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<T | undefined> | undefined;
  let next: Promise<T | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const run = async () => {
    next = undefined;
    if (signal.aborted) return undefined;
    try {
      const result = await work(signal);
      hasFailed = false;
      return result;
    } catch (err) {
      hasFailed = true;
      if (!signal.aborted) log.warn({ err, work: name }, 'a repeated task failed');
      return undefined;
    }
  };
  const ask = () => {
    if (next) return next;
    const asked = Promise.resolve(last).then(run);
    next = asked;
    last = asked;
    void asked.then(() => {
      if (last === asked) last = undefined;
      if (news) arm();
    });
    return asked;
  };
  const arm = () => {
    clearTimeout(timer);
    if (everyMs === 0 || signal.aborted) return;
    const waitMs = news?.isHeard() && !hasFailed ? Math.max(restMs, everyMs) : everyMs;
    timer = setTimeout(() => {
      arm();
      // A run that took longer than the interval is not followed by another at once.
      if (!last) void ask();
    }, waitMs).unref();
  };
  arm();
  const leave = news?.follow(() => void ask());
  return {
    ask,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      leave?.();
      await last;
    },
  };
}
