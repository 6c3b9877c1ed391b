/** English nouns that follow a number. */

/** Returns the noun for a number: `job` for 1, `jobs` for 2. */
export const plural = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many);

/** Formats a number and its noun: `1 job`, `2,000 jobs`. */
export const counted = (n: number, one: string, many?: string): string =>
  `${n.toLocaleString('en')} ${plural(n, one, many)}`;
