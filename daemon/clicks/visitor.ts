/**
 * Who clicked, without saying who: HMAC-SHA-256 of address and user agent under a salt of one UTC day. It is made
 * when the loop iteration of the click ends, so that no address is ever stored; without the salt nothing leads back.
 */
import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

/** A keyed function from bytes to 32 bytes in hex; `createHmac` gives the same and takes twice the time. */
export function visitorHash(salt: Buffer): (input: Uint8Array) => string {
  const key = Buffer.alloc(blockBytes);
  salt.copy(key);
  let inner = Buffer.alloc(1024);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  for (let at = 0; at < blockBytes; at++) {
    inner[at] = (key[at] as number) ^ 0x36;
    outer[at] = (key[at] as number) ^ 0x5c;
  }
  return (input) => {
    if (blockBytes + input.length > inner.length) inner = Buffer.concat([inner, Buffer.alloc(input.length)]);
    inner.set(input, blockBytes);
    outer.write(
      hash('sha256', inner.subarray(0, blockBytes + input.length), 'binary'),
      blockBytes,
      digestBytes,
      'latin1',
    );
    return hash('sha256', outer, 'hex');
  };
}
