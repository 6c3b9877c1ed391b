/** Work done again and again, never twice at once; a fault is logged and the next turn comes all the same. */
import type { Log } from '../log/log.ts';

/** `everyMs` 0 never runs. Returns how to stop; what is running is waited for. */
export function repeat(log: Log, name: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  if (everyMs === 0) return async () => {};
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = work()
      .then(
        () => {},
        (err) => log.warn({ err, work: name }, 'a repeated task failed'),
      )
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
