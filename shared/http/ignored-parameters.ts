/** The header `X-Ignored-Parameters`: a misspelt filter finds more than the client expects, so the answer names it. */

const mostNamed = 20;
const longestName = 50;

/** The first names, in a form that fits into a header. */
export const listIgnored = (names: string[]): string[] =>
  names.slice(0, mostNamed).map((name) => encodeURIComponent(name.toWellFormed().slice(0, longestName).toWellFormed()));

/** No header if there are no names. */
export const ignoredHeader = (names: string[]): Record<string, string> =>
  names.length === 0 ? {} : { 'X-Ignored-Parameters': names.join(', ') };
