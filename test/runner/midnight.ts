/** Many tests use today's date while they run for some time, so no test file starts shortly before midnight (UTC). */
const dayMs = 86_400_000;

/** Most files finish within this time, even on two busy cores. A longer file must work across midnight. */
const nearMs = 180_000;

/**
 * Returns the wait for a file that is about to start. It ends a moment after midnight, because the database's clock
 * can differ.
 */
export function waitForMidnightMs(now: number): number {
  const leftMs = dayMs - (now % dayMs);
  return leftMs > nearMs ? 0 : leftMs + 1_000;
}
