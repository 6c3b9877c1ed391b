/**
 * The check of a destination's length as sent to a browser: percent-encoded, with its UTM parameters. Proxies with
 * default limits answer 502 if a response header is too long, so saving such a link returns a warning.
 */
import { longestLocation, toLocation, type Utm } from '../../../shared/drawing/location.ts';
import type { Destination } from '../../api/context.ts';
import { invalid } from '../../api/errors.ts';
import { destinationsOf, type FieldAnswers } from './fields.ts';
import type { LinkWarning } from './schema.ts';

type TooLong = { field: string; bytes: number };

function findTooLong(destinations: Destination[], utm: Utm | null): TooLong[] {
  return destinations.flatMap(({ field, url }) => {
    const bytes = toLocation(url, utm).length;
    return bytes > longestLocation ? [{ field, bytes }] : [];
  });
}

/** Returns a warning for every destination of a link that proxies can refuse. */
export const warningsOf = (link: FieldAnswers) =>
  findTooLong(
    destinationsOf(link).filter(({ kind }) => kind !== 'image'),
    link.utm,
  ).map(
    ({ field, bytes }): LinkWarning => ({
      code: 'long_destination',
      field,
      message: `${field} is ${bytes} bytes long in the redirect, percent-encoded and with UTM. Proxies with default settings answer 502 to more than ${longestLocation}.`,
    }),
  );

/** @throws `validation_failed` naming every field whose destination is too long */
export function checkLengths(destinations: Destination[]): void {
  const [first, ...others] = findTooLong(destinations, null).map(({ field, bytes }) => ({
    field,
    message: `is ${bytes} bytes long when sent to a browser, percent-encoded; proxies accept at most ${longestLocation}`,
  }));
  if (first) throw invalid(first, ...others);
}
