/**
 * Filters that nobody knows, such as `tags` for `tag`: whoever asks with one gets more contacts than expected, and is
 * told so.
 */
import type { Log } from '../../../../shared/log/log.ts';
import { unprocessable } from '../core/errors.ts';

const mostNamed = 20;
const longestName = 50;
/** Of so many the log tells, whatever strangers make up. */
const mostLogged = 1_000;

/** How clients may send their key besides in a header. */
const known = ['api_key'];

export type TellMisspelt = (undeclared: string[], strict: boolean | undefined) => Record<string, string>;

/** The headers that name unknown parameters; the log names each once. @throws unprocessable_entity when `strict`. */
export function createTellMisspelt(log: Log): TellMisspelt {
  const logged = new Set<string>();
  return (undeclared, strict): Record<string, string> => {
    const names = undeclared
      .filter((name) => !known.includes(name))
      .slice(0, mostNamed)
      .map((name) => encodeURIComponent(name.toWellFormed().slice(0, longestName).toWellFormed()));
    if (names.length === 0) return {};
    if (strict) throw unprocessable(`Unknown parameter(s): ${names.join(', ')}`);
    const fresh = names.filter((name) => !logged.has(name));
    if (fresh.length > 0 && logged.size < mostLogged) {
      for (const name of fresh) logged.add(name);
      log.warn(
        { parameters: fresh },
        'contacts were asked for with parameters that are not known, and so did not filter',
      );
    }
    return { 'X-Ignored-Parameters': names.join(', ') };
  };
}
