/**
 * The headers of a visit behind a proxy, read in one pass: every line counts, in order. A client's own line stands beside
 * the proxy's, and a proxy may have forwarded what it read differently. Each header costs time, so visits that no proxy
 * can have sent are not read like this.
 */
import { isLength, type RawRequest } from '../../shared/http/request.ts';
import type { Headers } from './core/visit.ts';

export type ProxiedHeaders = Headers & {
  /** Another server may see the end of this request, or its host, elsewhere. */
  readonly isOdd: boolean;
};

/** The reader of one server. What it returns holds until it reads the next request. */
export function createHeaderReader(): (req: RawRequest) => ProxiedHeaders {
  const lines = new Map<string, string>();
  const read = { isOdd: false, getHeader: (name: string) => lines.get(name) ?? '' };
  const takeLine = (name: string, value: string) => {
    const before = lines.get(name);
    lines.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
    if (name === 'transfer-encoding') read.isOdd = true;
    else if (name === 'content-length') read.isOdd ||= before !== undefined || !isLength(value);
    else if (name === 'host') read.isOdd ||= before !== undefined;
  };
  return (req) => {
    lines.clear();
    read.isOdd = false;
    req.forEach(takeLine);
    return read;
  };
}
