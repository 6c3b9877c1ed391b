/** The columns of a click export. */

import { dimensions, placeOf } from '../clicks/core/dimensions.ts';

const names = dimensions.map(({ name }) => name);
/** So many of the dimensions, the first ones, are among the usual columns. */
export const usualDimensions = placeOf('trigger') + 1;

/** The columns of an export that names none. */
const usualColumns = [
  ...(['clickedAt', 'linkId', 'domain', 'slug', 'destination'] as const),
  ...names.slice(0, usualDimensions),
  ...(['isBot', 'visitorId'] as const),
];
export const columns = [...usualColumns, ...names.slice(usualDimensions)];
export type Column = (typeof columns)[number];

/** The places among `columns` of the ones asked for, `all` or by their names between commas. */
export function placesOfColumns(asked: string | undefined): number[] {
  if (asked === 'all') return [...columns.keys()];
  return (asked?.split(',') ?? usualColumns).map((name) => columns.indexOf(name as Column));
}
