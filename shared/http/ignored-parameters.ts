/**
 * The header `X-Ignored-Parameters`, which names parameters that the route does not know. A misspelt filter finds more
 * than the client expects.
 */

const mostNamed = 20;
const longestName = 50;

/** Returns the first names, encoded and shortened for a header. */
export const listIgnored = (names: string[]): string[] =>
  names.slice(0, mostNamed).map((name) => encodeURIComponent(name.toWellFormed().slice(0, longestName).toWellFormed()));

/** Returns the header, or none if there are no names. */
export const ignoredHeader = (names: string[]): Record<string, string> =>
  names.length === 0 ? {} : { 'X-Ignored-Parameters': names.join(', ') };
