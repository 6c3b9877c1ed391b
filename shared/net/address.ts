/**
 * IP addresses as 16 bytes, with IPv4 mapped to IPv6, so that each has one form. The parser uses no regular expressions or
 * lists: it runs on every redirect, where they took longer than everything else.
 */
import { u8At } from '../elements.ts';

const dot = 46;
const zero = 48;
const nine = 57;
const colon = 58;
const openBracket = 91;
export const addressBytes = 16;

/** Writes a peer's IPv4 or IPv6 address as 16 bytes; zeros if `peer` has any other length. */
export function writePeerAddress(into: Buffer, at: number, peer: ArrayBuffer): void {
  const bytes = new Uint8Array(peer);
  if (bytes.length === 4) {
    writeMappedPrefix(into, at);
    for (let n = 0; n < 4; n++) into[at + 12 + n] = u8At(bytes, n);
  } else if (bytes.length === addressBytes) into.set(bytes, at);
  else into.fill(0, at, at + addressBytes);
}

/** Copies an address into `into` starting at `at`. Copying so few bytes takes less time than `set`. */
export function copyAddress(into: Buffer, at: number, from: Buffer): void {
  for (let n = 0; n < addressBytes; n++) into[at + n] = u8At(from, n);
}

/** Parses `text.slice(start, end)`; returns false for an invalid address, which becomes zeros. */
export function writeTextAddress(into: Buffer, at: number, text: string, start = 0, end = text.length): boolean {
  if (writeIPv4(into, at + 12, text, start, end)) {
    writeMappedPrefix(into, at);
    return true;
  }
  const done = writeIPv6(into, at, text, start, end);
  if (!done) into.fill(0, at, at + addressBytes);
  return done;
}

/**
 * Parses an address in the notation of proxies, which can include a port and brackets. Otherwise like
 * `writeTextAddress`.
 */
export function writeForwardedAddress(into: Buffer, at: number, text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === openBracket) {
    const close = text.lastIndexOf(']', end - 1);
    return close > start && isPort(text, close + 1, end) && writeTextAddress(into, at, text, start + 1, close);
  }
  const mark = text.indexOf(':', start);
  const isAlone = mark < 0 || mark >= end || !isPort(text, mark, end);
  return writeTextAddress(into, at, text, start, isAlone ? end : mark);
}

/** Returns whether the rest is empty, or a colon and digits. */
function isPort(text: string, start: number, end: number): boolean {
  if (start === end) return true;
  if (text.charCodeAt(start) !== colon || start + 1 === end) return false;
  for (let place = start + 1; place < end; place++) if (!isDigit(text.charCodeAt(place))) return false;
  return true;
}

const isDigit = (code: number) => code >= zero && code <= nine;

function writeMappedPrefix(into: Buffer, at: number): void {
  for (let n = 0; n < 10; n++) into[at + n] = 0;
  into[at + 10] = 255;
  into[at + 11] = 255;
}

/** Parses four numbers without leading zeros. The written bytes are valid only if it returns true. */
function writeIPv4(into: Buffer, at: number, text: string, start: number, end: number): boolean {
  let part = 0;
  let digits = 0;
  let parts = 0;
  for (let place = start; place <= end; place++) {
    const code = place < end ? text.charCodeAt(place) : dot;
    if (code === dot) {
      if (digits === 0 || parts === 4) return false;
      into[at + parts++] = part;
      part = 0;
      digits = 0;
    } else {
      if (!isDigit(code) || (digits > 0 && part === 0)) return false;
      part = part * 10 + code - zero;
      digits++;
      if (part > 255) return false;
    }
  }
  return parts === 4;
}

/** Parses groups of up to four hexadecimal digits, with at most one gap, optionally IPv4 at the end, and a zone. */
function writeIPv6(into: Buffer, at: number, text: string, start: number, endOfAll: number): boolean {
  const end = endOfAddress(text, start, endOfAll);
  let bytes = 0;
  let gap = -1;
  let place = start;
  if (text.charCodeAt(start) === colon && text.charCodeAt(start + 1) === colon && start + 1 < end) {
    gap = 0;
    place += 2;
  }
  while (place < end) {
    const next = endOfGroup(text, place, end);
    if (next < end && text.charCodeAt(next) === dot) {
      if (bytes > 12 || !writeIPv4(into, at + bytes, text, place, end)) return false;
      bytes += 4;
      break;
    }
    if (next === place || next - place > 4 || bytes === addressBytes) return false;
    writeGroup(into, at + bytes, text, place, next);
    bytes += 2;
    place = next + 1;
    if (next === end) break;
    if (text.charCodeAt(next) !== colon || place === end) return false;
    if (text.charCodeAt(place) === colon) {
      if (gap >= 0) return false;
      gap = bytes;
      place++;
    }
  }
  return gap < 0 ? bytes === addressBytes : bytes < addressBytes && openGap(into, at, gap, bytes);
}

/** Returns the start of the zone; -1 for an empty zone, which is invalid. */
function endOfAddress(text: string, start: number, end: number): number {
  const zone = text.indexOf('%', start);
  if (zone < 0 || zone >= end) return end;
  return zone + 1 < end ? zone : -1;
}

function endOfGroup(text: string, start: number, end: number): number {
  let place = start;
  while (place < end && hexDigit(text.charCodeAt(place)) >= 0) place++;
  return place;
}

function writeGroup(into: Buffer, at: number, text: string, start: number, end: number): void {
  let group = 0;
  for (let place = start; place < end; place++) group = group * 16 + hexDigit(text.charCodeAt(place));
  into[at] = group >>> 8;
  into[at + 1] = group;
}

/** Returns the value of a hexadecimal digit; -1 for any other character. */
function hexDigit(code: number): number {
  if (isDigit(code)) return code - zero;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Moves the bytes after the gap to the end. */
function openGap(into: Buffer, at: number, gap: number, bytes: number): boolean {
  into.copyWithin(at + addressBytes - (bytes - gap), at + gap, at + bytes);
  into.fill(0, at + gap, at + addressBytes - (bytes - gap));
  return true;
}

export function isMapped(bytes: Buffer, at: number): boolean {
  for (let n = 0; n < 10; n++) if (bytes[at + n] !== 0) return false;
  return bytes[at + 10] === 255 && bytes[at + 11] === 255;
}

/** Formats 16 bytes as text, for lookups. */
export function readAddress(bytes: Buffer, at: number): string {
  if (isMapped(bytes, at)) return bytes.subarray(at + 12, at + 16).join('.');
  const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(at + 2 * group).toString(16));
  return groups.join(':');
}

/** Returns an IP address's network, coarse enough to be stored: a /24 or /48; `undefined` for an invalid address. */
export function coarseAddress(text: string): string | undefined {
  const bytes = Buffer.alloc(addressBytes);
  if (!writeTextAddress(bytes, 0, text)) return undefined;
  if (isMapped(bytes, 0)) return `${bytes.subarray(12, 15).join('.')}.0/24`;
  return `${[0, 2, 4].map((at) => bytes.readUInt16BE(at).toString(16)).join(':')}::/48`;
}

/**
 * Returns the unit for limits, the same for all spellings: an IPv4 address, or an IPv6 address's /64, which is the
 * smallest block that a provider assigns to a customer. An invalid address is returned unchanged.
 */
export function networkOf(text: string): string {
  const bytes = Buffer.alloc(addressBytes);
  if (!writeTextAddress(bytes, 0, text)) return text;
  return isMapped(bytes, 0) ? readAddress(bytes, 0) : bytes.toString('hex', 0, 8);
}
