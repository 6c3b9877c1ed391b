/** Systems whose APIs COMPAT can turn on. */
export const compatSystems = ['yourls', 'shlink', 'kutt', 'bitly'] as const;
export type CompatSystem = (typeof compatSystems)[number];

/** First path segments of the systems' routes, if a slug could be the same. */
const segments: Partial<Record<CompatSystem, string>> = { shlink: 'rest', bitly: 'v4' };

export const compatSegments = ({ compat }: { compat: readonly CompatSystem[] }): string[] =>
  compat.flatMap((system) => segments[system] ?? []);
