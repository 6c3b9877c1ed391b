/** A number and its noun: `1 job`, `2 jobs`. */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
