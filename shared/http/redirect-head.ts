/**
 * Heads of redirects, built in the same memory: a library call per header takes longer than copying all bytes.
 */

import { writeRequestId } from './request-ids.ts';
import { viewsOf } from './views.ts';

/** Bytes for fixed text, an id and the value of Strict-Transport-Security. */
const roomAround = 1_024;
const usualLocation = 4_096;

/**
 * Creates a builder. `location` is printable ASCII, `hsts` the header's value or ''. Pass the result to `writeStatus`
 * immediately: the next head overwrites it.
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
