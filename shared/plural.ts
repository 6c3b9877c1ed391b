/** Formats a number and its noun: `1 job`, `2 jobs`; `shown` is the formatted number. */
export const counted = (n: number, noun: string, shown = String(n)): string => `${shown} ${noun}${n === 1 ? '' : 's'}`;
