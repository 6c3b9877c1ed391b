/**
 * The repeated comparison of the map with MySQL after a full load, or after a snapshot of another release. The load may
 * have happened during a restore, which fills one table after the other and does not signal its end.
 */
import type { Sync } from './sync.ts';

const firstWaitMs = 2_000;
const longestWaitMs = 3_600_000;

/**
 * Returns a function to call every few seconds. The waits between comparisons double, up to an hour. With `atOnce`, the
 * first load is compared too.
 */
export function recheckAfterLoads(
  sync: Pick<Sync, 'state'>,
  compare: () => Promise<void>,
  atOnce = false,
): () => Promise<void> {
  let { reloads: known } = sync.state();
  let waitMs = atOnce ? firstWaitMs : Number.POSITIVE_INFINITY;
  let since = performance.now();
  return async () => {
    const { reloads } = sync.state();
    if (reloads > known) {
      known = reloads;
      waitMs = firstWaitMs;
      since = performance.now();
    }
    if (performance.now() - since < waitMs) return;
    await compare();
    waitMs = waitMs * 2 > longestWaitMs ? Number.POSITIVE_INFINITY : waitMs * 2;
    since = performance.now();
  };
}
