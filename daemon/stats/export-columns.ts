/** The columns of a click export. */
import { dimensions, placeOf } from '../clicks/core/dimensions.ts';

const names = dimensions.map(({ name }) => name);
/** The number of dimensions among the usual columns. These are the first dimensions. */
export const usualDimensions = placeOf('trigger') + 1;

/** The columns of an export without `columns`. */
const usualColumns = [
  ...(['clickedAt', 'linkId', 'domain', 'slug', 'destination'] as const),
  ...names.slice(0, usualDimensions),
  ...(['isBot', 'visitorId'] as const),
];
export const columns = [...usualColumns, ...names.slice(usualDimensions)];
export type Column = (typeof columns)[number];

/** Returns the positions of the requested columns in `columns`: `all`, or names separated by commas. */
export function placesOfColumns(requested: string | undefined): number[] {
  if (requested === 'all') return [...columns.keys()];
  return (requested?.split(',') ?? usualColumns).map((name) => columns.indexOf(name as Column));
}
