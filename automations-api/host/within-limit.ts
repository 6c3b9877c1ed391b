/** Bounds work of plugins: what hangs in one must not keep the others from starting and stopping. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @throws what `work` throws, or that it took too long; it is then left to itself. */
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
