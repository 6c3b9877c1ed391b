/** Unknown filters, such as `tags` for `tag`: the client gets more contacts than expected, so the answer names them. */
import { ignoredHeader, listIgnored } from '../../../../shared/http/ignored-parameters.ts';
import type { Log } from '../../../../shared/log/log.ts';
import { unprocessable } from '../core/errors.ts';

/** Limits the log: clients can send any number of invented names. */
const mostLogged = 1_000;

/** The parameter that carries a key, for clients that send no header. */
const known = ['api_key'];

export type TellMisspelt = (undeclared: string[], strict: boolean | undefined) => Record<string, string>;

/** The headers that name unknown parameters; the log names each once. @throws unprocessable_entity when `strict`. */
export function createUnknownReporter(log: Log): TellMisspelt {
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
