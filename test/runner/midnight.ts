/** Many tests reckon with today's date, and their files run for a while: none begins when midnight (UTC) is near. */
const dayMs = 86_400_000;

/** Most files are over by then, also on two busy cores; one that takes longer has to bear a new day. */
const nearMs = 180_000;

/** How long a file that is to begin `now` waits. The wait ends a moment after midnight: the database's clock may be another. */
export function waitForMidnightMs(now: number): number {
  const leftMs = dayMs - (now % dayMs);
  return leftMs > nearMs ? 0 : leftMs + 1_000;
}
