/** Hours and days of the click tables: whole ones since 1970, in UTC. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const hourOf = (ms: number) => Math.floor(ms / hourMs);
export const dayOf = (ms: number) => Math.floor(ms / dayMs);
