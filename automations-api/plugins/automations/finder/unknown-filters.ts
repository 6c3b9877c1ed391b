/**
 * Warnings about unknown filters, such as `tags` instead of `tag`. A client that sends one gets more contacts than it
 * expects.
 */
import { ignoredHeader, listIgnored } from '../../../../shared/http/ignored-parameters.ts';
import type { Log } from '../../../../shared/log/log.ts';
import { unprocessable } from '../core/errors.ts';

/** The maximum number of logged names, since clients can send any number of them. */
const mostLogged = 1_000;

const known = ['api_key'];

export type ReportUnknown = (undeclared: string[], strict: boolean | undefined) => Record<string, string>;

/**
 * Creates the function that returns headers about unknown parameters and logs each once.
 * @throws unprocessable_entity if `strict`
 */
export function createUnknownReporter(log: Log): ReportUnknown {
  const logged = new Set<string>();
  return (undeclared, strict): Record<string, string> => {
    const names = listIgnored(undeclared.filter((name) => !known.includes(name)));
    if (names.length === 0) return {};
    if (strict) throw unprocessable(`Unknown parameter(s): ${names.join(', ')}`);
    const fresh = names.filter((name) => !logged.has(name));
    if (fresh.length > 0 && logged.size < mostLogged) {
      for (const name of fresh) logged.add(name);
      log.warn({ parameters: fresh }, 'a list of contacts was requested with unknown parameters, which were ignored');
    }
    return ignoredHeader(names);
  };
}
