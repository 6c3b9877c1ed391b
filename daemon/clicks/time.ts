/** Hours and days as the click tables count them: in UTC, since 1970. */
export const hourMs = 3_600_000;
export const hoursADay = 24;
export const dayMs = hoursADay * hourMs;
export const weekMs = 7 * dayMs;
export const hourOf = (ms: number) => Math.floor(ms / hourMs);
export const dayOf = (ms: number) => Math.floor(ms / dayMs);
