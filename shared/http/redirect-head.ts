/**
 * Heads of redirects, each built in the same piece of memory: a library call for every header takes longer than copying
 * all the bytes.
 */

import { writeRequestId } from './request-ids.ts';
import { viewsOf } from './views.ts';

/** Room around the location for fixed text, an id and the value of Strict-Transport-Security. */
const roomAround = 1_024;
const usualLocation = 4_096;

/**
 * `location` holds printable ASCII, `hsts` the header's value or nothing. Pass the result to `writeStatus` at once: the
 * next head overwrites it.
 */
export function createRedirectHead(status: string, cacheControl: string) {
  const before = Buffer.from(`${status}\r\nLocation: `);
  const behind = Buffer.from(`\r\nCache-Control: ${cacheControl}\r\nX-Request-Id: `);
  let head: Buffer;
  let views: (length: number) => Uint8Array;

  function makeRoom(location: number): void {
    head = Buffer.alloc(roomAround + location);
    head.set(before);
    views = viewsOf(head);
  }
  makeRoom(usualLocation);

  return (location: Uint8Array, hsts: string): Uint8Array => {
    if (location.length + roomAround > head.length) makeRoom(location.length);
    head.set(location, before.length);
    head.set(behind, before.length + location.length);
    let end = writeRequestId(head, before.length + location.length + behind.length);
    if (hsts !== '') end += head.write(`\r\nStrict-Transport-Security: ${hsts}`, end, 'latin1');
    return views(end);
  };
}
