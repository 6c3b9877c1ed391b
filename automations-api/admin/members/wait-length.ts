/** How long a step waits: a number and a unit, as the API writes it. Pure. */
export const waitUnits = ['second', 'minute', 'hour', 'day', 'week'] as const;
type WaitUnit = (typeof waitUnits)[number];

/** "2 days" in its parts; a number that is being typed may be none. */
export function waitIn(wait: string): { count: string; unit: WaitUnit } {
  const [, count = '', word = 'day'] = /^(.*?) (\w+?)s?$/.exec(wait) ?? [];
  return { count, unit: waitUnits.find((unit) => unit === word) ?? 'day' };
}
