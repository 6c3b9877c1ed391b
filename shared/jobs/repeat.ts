/**
 * Work done one run at a time: at intervals and on request. A request during a run is answered by the next run, which
 * starts after the request, so that it sees the state at that time.
 */
import type { Log } from '../log/log.ts';

export type Repeated<T> = {
  /** Resolves to the result of the run; to `undefined` if it failed, which is logged, or was stopped. */
  ask(): Promise<T | undefined>;
  /** Waits for the current run. Nothing runs afterwards. */
  stop(): Promise<void>;
};

/** `everyMs` 0: only on request. `signal` says that the work must end. */
export function repeat<T>(
  log: Log,
  name: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Repeated<T> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<T | undefined> | undefined;
  let next: Promise<T | undefined> | undefined;
  const run = async () => {
    next = undefined;
    if (signal.aborted) return undefined;
    try {
      return await work(signal);
    } catch (err) {
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
    });
    return asked;
  };
  const timer =
    everyMs === 0
      ? undefined
      : setInterval(() => {
          // A run that took longer than the interval is not followed by another at once.
          if (!last) void ask();
        }, everyMs);
  timer?.unref();
  return {
    ask,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await last;
    },
  };
}
