/** Internet addresses as 16 bytes, IPv4 as IPv6 maps it, so that one visitor has one form however an address came. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

const dot = 46;
const zero = 48;
const nine = 57;
const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** From the ASCII of a socket's address; IPv4, which is nearly all, without making a text of it. */
export function writePeerAddress(into: Buffer, at: number, ascii: Uint8Array): void {
  into.set(mappedPrefix, at);
  let part = 0;
  let byte = at + 12;
  for (let place = 0; place < ascii.length; place++) {
    const code = ascii[place] as number;
    if (code === dot) {
      into[byte++] = part;
      part = 0;
    } else if (code >= zero && code <= nine) part = part * 10 + code - zero;
    else return writeTextAddress(into, at, String.fromCharCode(...ascii));
  }
  into[byte] = part;
}

/** From text; what is no address becomes zeros. */
export function writeTextAddress(into: Buffer, at: number, text: string): void {
  into.fill(0, at, at + 16);
  if (isIPv4(text)) {
    into.set(mappedPrefix, at);
    writeIPv4(into, at + 12, text);
  } else if (isIPv6(text)) writeIPv6(into, at, text.replace(/%.*$/, ''));
}

const writeIPv4 = (into: Buffer, at: number, text: string) => into.set(text.split('.').map(Number), at);

function writeIPv6(into: Buffer, at: number, text: string): void {
  const [head = '', tail] = text.split('::');
  writeGroups(into, at, head);
  if (tail !== undefined) writeGroups(into, at + 16 - groupBytes(tail), tail);
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
const groupBytes = (text: string) => groupsOf(text).reduce((bytes, group) => bytes + (group.includes('.') ? 4 : 2), 0);

function writeGroups(into: Buffer, at: number, text: string): void {
  let position = at;
  for (const group of groupsOf(text)) {
    if (group.includes('.')) writeIPv4(into, position, group);
    else into.writeUInt16BE(Number.parseInt(group, 16), position);
    position += 2;
  }
}

export const isMapped = (bytes: Buffer, at: number) => bytes.compare(mappedPrefix, 0, 12, at, at + 12) === 0;

/** The text of 16 bytes, for a look-up. */
export function readAddress(bytes: Buffer, at: number): string {
  if (isMapped(bytes, at)) return bytes.subarray(at + 12, at + 16).join('.');
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(at + 2 * group).toString(16));
  return groups.join(':');
}

/**
 * What limits count an address as, one text for all its spellings: an IPv4 address, mapped into IPv6 or not, as itself, an
 * IPv6 address as its /64, which is the least that one customer is given. What is no address comes back as it is.
 */
export function networkOf(text: string): string {
  if (isIP(text) === 0) return text;
  const bytes = Buffer.alloc(16);
  writeTextAddress(bytes, 0, text);
  return isMapped(bytes, 0) ? readAddress(bytes, 0) : bytes.toString('hex', 0, 8);
}
