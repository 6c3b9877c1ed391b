/** Hours and days of the click tables, counted since 1970 in UTC. */
export const hourMs = 3_600_000;
export const hoursADay = 24;
export const dayMs = hoursADay * hourMs;
export const hourOf = (ms: number) => Math.floor(ms / hourMs);
export const dayOf = (ms: number) => Math.floor(ms / dayMs);
