/** How long a step waits: a number and a unit, as the API writes it. Pure. */
export const waitUnits = ['second', 'minute', 'hour', 'day', 'week'] as const;
export type WaitUnit = (typeof waitUnits)[number];

/** "2 days" in its parts. */
export function waitIn(wait: string): { count: string; unit: WaitUnit } {
  const [, count = '1', word = 'day'] = /^(\d+) (\w+?)s?$/.exec(wait) ?? [];
  return { count, unit: waitUnits.find((unit) => unit === word) ?? 'day' };
}
