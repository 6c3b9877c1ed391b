/** The length of a wait as a number and a unit. Pure. */
export const waitUnits = ['second', 'minute', 'hour', 'day', 'week'] as const;
type WaitUnit = (typeof waitUnits)[number];

/** Splits "2 days". The count can be any text while it is typed. */
export function waitIn(wait: string): { count: string; unit: WaitUnit } {
  const [, count = '', word = 'day'] = /^(.*?) (\w+?)s?$/.exec(wait) ?? [];
  return { count, unit: waitUnits.find((unit) => unit === word) ?? 'day' };
}
