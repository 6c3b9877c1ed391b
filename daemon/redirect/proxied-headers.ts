/**
 * The headers of a visit behind a proxy, read in one pass: every line counts, in order. A client's own line stands beside
 * the proxy's, and a proxy may have forwarded what it read differently. Each header costs time, so visits that no proxy
 * can have sent are not read like this.
 */
import { elementOf } from '../../shared/elements.ts';
import { isLength, type RawRequest } from '../../shared/http/request.ts';
import type { Headers } from './core/visit.ts';

export type ProxiedHeaders = Headers & {
  /** Another server may see the end of this request, or its host, elsewhere. */
  readonly isOdd: boolean;
};

/**
 * The reader of one server. What it returns holds until it reads the next request. In two lists, as a request has few headers: a
 * Map takes new memory each time that it is cleared, and what it had is kept alive for long.
 */
export function createHeaderReader(): (req: RawRequest) => ProxiedHeaders {
  const names: string[] = [];
  const values: string[] = [];
  let count = 0;
  const placeOf = (name: string) => {
    let place = 0;
    while (place < count && names[place] !== name) place++;
    return place;
  };
  const read = {
    isOdd: false,
    getHeader(name: string) {
      const place = placeOf(name);
      return place < count ? elementOf(values, place) : '';
    },
  };
  const takeLine = (name: string, value: string) => {
    const place = placeOf(name);
    const isFirst = place === count;
    names[place] = name;
    values[place] = isFirst ? value : `${values[place]}${name === 'cookie' ? '; ' : ', '}${value}`;
    if (isFirst) count++;
    if (name === 'transfer-encoding') read.isOdd = true;
    else if (name === 'content-length') read.isOdd ||= !isFirst || !isLength(value);
    else if (name === 'host') read.isOdd ||= !isFirst;
  };
  return (req) => {
    count = 0;
    read.isOdd = false;
    req.forEach(takeLine);
    return read;
  };
}
