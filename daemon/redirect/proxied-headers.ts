/**
 * The headers of a visit behind a proxy, read in one pass. All lines of a header count, in order, because a client's own
 * line can come before the proxy's. The pass runs only behind a proxy, because each header costs time.
 */
import { elementOf } from '../../shared/elements.ts';
import { isLength, type RawRequest } from '../../shared/http/request.ts';
import type { Headers } from './core/visit.ts';

export type ProxiedHeaders = Headers & {
  /** True if another server could read the end or the host of this request differently. */
  readonly isOdd: boolean;
};

/**
 * Creates the header reader of one server. Its result is valid until it reads the next request. It uses two lists, because
 * a request has few headers, and a Map allocates memory each time it is cleared.
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
