/** A time limit for plugin code, so that a hanging plugin does not block the others. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work` up to the limit, but does not stop it. @throws its error, or a timeout */
export async function withinLimit<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = sleep(limitMs, undefined, { ref: false, signal: end.signal }).then(() => {
    throw new Error(`it took longer than ${limitMs / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([(async () => work())(), late]);
  } finally {
    end.abort();
  }
}
