/** What an export tells of a click. */

/** Those of an export that names none. */
const usualColumns = [
  'clickedAt',
  'linkId',
  'domain',
  'slug',
  'destination',
  'country',
  'device',
  'os',
  'browser',
  'referrer',
  'trigger',
  'isBot',
  'visitorId',
] as const;
export const columns = [...usualColumns, 'language', 'utmSource', 'utmMedium', 'utmCampaign'] as const;

/** The places among `columns` of the ones asked for, `all` or by their names between commas. */
export function placesOfColumns(asked: string | undefined): number[] {
  if (asked === 'all') return [...columns.keys()];
  return (asked?.split(',') ?? usualColumns).map((name) => columns.indexOf(name as (typeof columns)[number]));
}
