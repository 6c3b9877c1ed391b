/** Many tests use today's date, and their files run for a while: none starts shortly before midnight (UTC). */
const dayMs = 86_400_000;

/** Most files finish in this time, even on two busy cores; a longer one must handle a new day. */
const nearMs = 180_000;

/** The wait for a file that would start `now`. It ends a moment after midnight, because the database's clock can differ. */
export function waitForMidnightMs(now: number): number {
  const leftMs = dayMs - (now % dayMs);
  return leftMs > nearMs ? 0 : leftMs + 1_000;
}
