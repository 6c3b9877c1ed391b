/**
 * Work with one run at a time: at intervals, on request and on news. A request during a run is answered by the next run,
 * so that the run sees the state at the time of the request.
 */
import type { Log } from '../log/log.ts';
import type { News } from './pulse.ts';

export type Repeated<T> = {
  /** Resolves to the result of the run; to `undefined` if the run was stopped, or failed, which is logged. */
  ask(): Promise<T | undefined>;
  /** Waits for the current run. Nothing runs afterwards. */
  stop(): Promise<void>;
};

/** Interval while the pulse is received without news, as a safety measure. */
const restMs = 600_000;

/**
 * Starts repeated work. `everyMs` 0: only on request. The work must end when `signal` is aborted. With `news` it runs on
 * news, and otherwise rarely; after a failure it runs at its intervals until it succeeds.
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
    const requested = Promise.resolve(last).then(run);
    next = requested;
    last = requested;
    void requested.then(() => {
      if (last === requested) last = undefined;
      if (news) arm();
    });
    return requested;
  };
  const arm = () => {
    clearTimeout(timer);
    if (everyMs === 0 || signal.aborted) return;
    const waitMs = news?.isHeard() && !hasFailed ? Math.max(restMs, everyMs) : everyMs;
    timer = setTimeout(() => {
      arm();
      // If a run takes longer than the interval, the next one does not follow immediately.
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
