/**
 * Request ids, unique across processes: a random prefix per process and a counter in base 36. The ids are bytes,
 * because most are sent in the head of a redirect and never become a string.
 */

import { randomBytes } from 'node:crypto';
import { u8At } from '../elements.ts';

const prefix = randomBytes(6).toString('base64url');
const zero = 48;
const nine = 57;
const letterA = 97;
const letterZ = 122;

const id = Buffer.alloc(24, prefix, 'latin1');
let end = prefix.length;

/** Increments the counter, and adds a digit if all were at their maximum. */
function count(): void {
  let at = end - 1;
  while (at >= prefix.length && id[at] === letterZ) id[at--] = zero;
  if (at >= prefix.length) id[at] = id[at] === nine ? letterA : u8At(id, at) + 1;
  else {
    id.copyWithin(prefix.length + 1, prefix.length, end++);
    id[prefix.length] = zero + 1;
  }
}

export function nextRequestId(): string {
  count();
  return id.toString('latin1', 0, end);
}

/** Writes the next id; returns its end. */
export function writeRequestId(into: Buffer, at: number): number {
  count();
  for (let n = 0; n < end; n++) into[at + n] = u8At(id, n);
  return at + end;
}
