/**
 * The bytes of a click: written on the redirect path, kept in the spool, sent to the worker in parts. Little-endian.
 *
 * Click:   0 u16 length of all    2 u8 flags      3 u8 referrer length
 *          4 u48 link id         10 u48 time in ms since 1970
 *         16 u16 country (two letters, 0 unknown) 18 u16 user agent length
 *         20 visitor (8 bytes)  28 u8 language length   29 u16 length of the UTM parameters   31 u8 token length
 *         32 u8 length of the variant   33 zeros
 *         36 user agent, referrer host, language; Latin-1; UTM parameters, UTF-8 (`utm.ts`); token of a contact;
 *            name of the variant, UTF-8
 * Frame:   0 u32 length of the clicks  4 u32 their CRC-32  8 clicks
 */
import { crc32 } from 'node:zlib';
import { u8At } from '../../../shared/elements.ts';
import { longestToken } from '../../../shared/link-clicks/token.ts';
import type { Headers, Trigger, VariantName } from '../../redirect/core/visit.ts';
import { countryOf } from '../core/dimensions.ts';
import { utmBytes } from '../core/utm.ts';

export const frameHeadBytes = 8;
const clickHeadBytes = 36;
/** Position of the link id. The time follows it directly. */
export const linkAt = 4;
export const countryAt = 16;
export const visitorAt = 20;
export const visitorBytes = 8;
const qrFlag = 1;
/** Position of the chosen destination in the flags. It takes the three bits above the lowest one. */
const choiceShift = 1;
const choiceMask = 7;
const useFlag = 16;
const prefetchFlag = 32;
/** The flag of a click with a variant. */
export const variantFlag = 64;
const ownFlag = 128;
export const flagsOf = (trigger: Trigger, choice: number, countsAsUse: boolean, prefetched = false, own = false) =>
  (trigger === 'qr' ? qrFlag : 0) |
  (choice << choiceShift) |
  (countsAsUse ? useFlag : 0) |
  (prefetched ? prefetchFlag : 0) |
  (own ? ownFlag : 0);
export const isQr = (flags: number) => (flags & qrFlag) !== 0;
export const isUse = (flags: number) => (flags & useFlag) !== 0;
export const isPrefetched = (flags: number) => (flags & prefetchFlag) !== 0;
/** Returns whether a visit came from the workspace's own networks, and is therefore not a click. */
export const isOwnVisit = (flags: number) => (flags & ownFlag) !== 0;
export const choiceOf = (flags: number) => (flags >> choiceShift) & choiceMask;
/** Maximum length of a user agent. Longer user agents are truncated. Real browsers send shorter ones. */
export const userAgentLimit = 512;
/** Maximum length of a referrer's host, because one byte stores the length. */
export const referrerLimit = 255;
/** Maximum length of a language, which can be followed by its script and region. Anything after that is dropped. */
const languageLimit = 16;
/** The maximum length of a variant's name in bytes: 40 characters. */
const variantBytes = 160;
export const largestClick =
  clickHeadBytes + userAgentLimit + referrerLimit + languageLimit + utmBytes + longestToken + variantBytes;

/** A click as the worker reads it. `visitor` is a 53-bit number, `country` two letters or empty. */
export type RecordedClick = {
  linkId: number;
  at: number;
  qr: boolean;
  /** The chosen destination as a `Choice`. */
  choice: number;
  /** True if the click counts towards the link's click limit. */
  use: boolean;
  country: string;
  visitor: number;
  userAgent: string;
  referrer: string;
  /** The first entry of Accept-Language as sent, which may not be a language. */
  language: string;
  /** UTM parameters sent by the visitor, as a text of `utm.ts`. */
  utm: string;
  /** The contact's unverified token; empty for other visitors. */
  contact: string;
  /** The name of the variant that answered; empty for none. */
  variant: string;
  /** True for a prefetch with a contact's token. It is reported as a prefetch and not counted as a click. */
  prefetched: boolean;
  /** True for a visit from the workspace's own networks. */
  own: boolean;
};

/** Writes a click without its visitor and country. Returns its length. */
export function writeClick(
  into: Buffer,
  at: number,
  linkId: number,
  time: number,
  flags: number,
  userAgent: string,
  headers: Headers,
  utm: string,
  contact: string,
  variant: Readonly<VariantName>,
): number {
  const agent = userAgent.length > userAgentLimit ? userAgent.slice(0, userAgentLimit) : userAgent;
  into.write(agent, at + clickHeadBytes, userAgentLimit, 'latin1');
  const referrerAt = at + clickHeadBytes + agent.length;
  const referer = headers.getHeader('referer');
  const referrerLength = referer === '' ? 0 : writeHost(into, referrerAt, referer);
  const languageAt = referrerAt + referrerLength;
  const acceptLanguage = headers.getHeader('accept-language');
  const languageLength = acceptLanguage === '' ? 0 : writeLanguage(into, languageAt, acceptLanguage);
  const utmAt = languageAt + languageLength;
  const utmLength = utm === '' ? 0 : into.write(utm, utmAt, utmBytes, 'utf8');
  const contactAt = utmAt + utmLength;
  const contactLength = contact === '' ? 0 : into.write(contact, contactAt, longestToken, 'latin1');
  const variantAt = contactAt + contactLength;
  const variantLength = Math.min(variant.end - variant.start, variantBytes);
  for (let n = 0; n < variantLength; n++) into[variantAt + n] = u8At(variant.bytes, variant.start + n);
  const length = variantAt + variantLength - at;
  const linkLow = linkId % 4294967296;
  const linkHigh = (linkId - linkLow) / 4294967296;
  const timeLow = time % 65536;
  const timeHigh = (time - timeLow) / 65536;
  writeUInt16(into, at, length);
  into[at + 2] = variantLength === 0 ? flags : flags | variantFlag;
  into[at + 3] = referrerLength;
  writeUInt32(into, at + 4, linkLow);
  writeUInt16(into, at + 8, linkHigh);
  writeUInt16(into, at + 10, timeLow);
  writeUInt32(into, at + 12, timeHigh);
  writeUInt16(into, at + 18, agent.length);
  writeUInt32(into, at + 28, languageLength | (utmLength << 8) | (contactLength << 24));
  writeUInt32(into, at + 32, variantLength);
  return length;
}

/** Writes the leading letters, digits and hyphens of Accept-Language: its first tag. */
export function writeLanguage(into: Buffer, at: number, header: string): number {
  const limit = Math.min(header.length, languageLimit);
  let length = 0;
  for (; length < limit; length++) {
    const code = header.charCodeAt(length);
    const letter = code | 32;
    if (!(letter >= 97 && letter <= 122) && !(code >= 48 && code <= 57) && code !== 45) break;
    into[at + length] = code;
  }
  return length;
}

/** Writes the part of a Referer between `//` and the next `/`, `?` or `#`. */
export function writeHost(into: Buffer, at: number, referer: string): number {
  const start = referer.indexOf('//') + 2;
  if (start < 2) return 0;
  const limit = Math.min(referer.length, start + referrerLimit);
  let end = start;
  for (; end < limit; end++) {
    const code = referer.charCodeAt(end);
    if (code === 47 || code === 63 || code === 35) break;
    into[at + end - start] = code;
  }
  return end - start;
}

function writeUInt16(into: Buffer, at: number, value: number): void {
  into[at] = value;
  into[at + 1] = value >>> 8;
}

export function writeUInt32(into: Buffer, at: number, value: number): void {
  into[at] = value;
  into[at + 1] = value >>> 8;
  into[at + 2] = value >>> 16;
  into[at + 3] = value >>> 24;
}

export const clickLength = (bytes: Buffer, at: number) => bytes.readUInt16LE(at);
const clickTime = (bytes: Buffer, at: number) => bytes.readUIntLE(at + 10, 6);
const readCountry = (bytes: Buffer, at: number) => bytes.readUInt16LE(at + countryAt);
export const writeCountry = (into: Buffer, at: number, code: number) => writeUInt16(into, at + countryAt, code);

/** Writes the visitor. `digest` has one character per byte. */
export function writeVisitor(into: Buffer, at: number, digest: string): void {
  const start = at + visitorAt;
  for (let n = 0; n < visitorBytes; n++) into[start + n] = digest.charCodeAt(n);
}

/** Writes the head of a frame before its clicks. */
export function sealFrame(into: Buffer, end: number): void {
  into.writeUInt32LE(end - frameHeadBytes, 0);
  into.writeUInt32LE(crc32(into.subarray(frameHeadBytes, end)), 4);
}

/** Returns the clicks of the complete frames, and the number of bytes after the last of them. */
export function readFrames(segment: Buffer): { frames: Buffer[]; torn: number } {
  const frames: Buffer[] = [];
  let at = 0;
  while (at + frameHeadBytes <= segment.length) {
    const end = at + frameHeadBytes + segment.readUInt32LE(at);
    if (end > segment.length || end === at + frameHeadBytes) break;
    const clicks = segment.subarray(at + frameHeadBytes, end);
    if (crc32(clicks) !== segment.readUInt32LE(at + 4)) break;
    frames.push(clicks);
    at = end;
  }
  return { frames, torn: segment.length - at };
}

/** Positions of a click's parts in the bytes. */
export type RawClick = {
  at: number;
  linkId: number;
  time: number;
  flags: number;
  country: number;
  agentAt: number;
  referrerAt: number;
  languageAt: number;
  utmAt: number;
  contactAt: number;
  variantAt: number;
  end: number;
};

/** Calls `use` for each click, always with the same object. @throws RangeError if the bytes are inconsistent */
export function eachClick(bytes: Buffer, use: (click: RawClick) => void): void {
  const places = { agentAt: 0, referrerAt: 0, languageAt: 0, utmAt: 0, contactAt: 0, variantAt: 0, end: 0 };
  const click = { at: 0, linkId: 0, time: 0, flags: 0, country: 0, ...places };
  for (let at = 0; at < bytes.length; at = click.end) {
    click.at = at;
    click.linkId = bytes.readUIntLE(at + linkAt, 6);
    click.time = clickTime(bytes, at);
    click.flags = u8At(bytes, at + 2);
    click.country = readCountry(bytes, at);
    click.agentAt = at + clickHeadBytes;
    click.referrerAt = click.agentAt + bytes.readUInt16LE(at + 18);
    click.languageAt = click.referrerAt + u8At(bytes, at + 3);
    click.utmAt = click.languageAt + u8At(bytes, at + 28);
    click.contactAt = click.utmAt + bytes.readUInt16LE(at + 29);
    click.variantAt = click.contactAt + u8At(bytes, at + 31);
    click.end = click.variantAt + u8At(bytes, at + 32);
    if (click.end !== at + clickLength(bytes, at) || click.end > bytes.length) {
      throw new RangeError('a click is inconsistent');
    }
    use(click);
  }
}

/** Returns the visitor as a 53-bit number. */
export const readVisitor = (bytes: Buffer, at: number) =>
  bytes.readUInt32BE(at) * 2 ** 21 + (bytes.readUInt32BE(at + 4) >>> 11);

/** Reads clicks. @throws RangeError if the bytes are inconsistent */
export function readClicks(bytes: Buffer): RecordedClick[] {
  const clicks: RecordedClick[] = [];
  eachClick(bytes, (click) => {
    const { at, linkId, time, flags, country, agentAt, referrerAt, languageAt, utmAt, contactAt, variantAt, end } =
      click;
    clicks.push({
      linkId,
      at: time,
      qr: isQr(flags),
      choice: choiceOf(flags),
      use: isUse(flags),
      country: countryOf(country),
      visitor: readVisitor(bytes, at + visitorAt),
      userAgent: bytes.toString('latin1', agentAt, referrerAt),
      referrer: bytes.toString('latin1', referrerAt, languageAt),
      language: bytes.toString('latin1', languageAt, utmAt),
      utm: bytes.toString('utf8', utmAt, contactAt),
      contact: bytes.toString('latin1', contactAt, variantAt),
      variant: bytes.toString('utf8', variantAt, end),
      prefetched: isPrefetched(flags),
      own: isOwnVisit(flags),
    });
  });
  return clicks;
}
