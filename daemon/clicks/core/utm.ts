/**
 * The counted UTM parameters, source, medium and campaign, as one text: one line each, empty if missing. No value
 * contains a line break or another control character, so the text is unambiguous. A text without any is empty.
 */

import type { Utm } from '../../../shared/drawing/location.ts';
import { u8At } from '../../../shared/elements.ts';

export const utmMembers = ['source', 'medium', 'campaign'] as const;

/** Maximum UTF-8 bytes of a parameter; dictionary words are no longer. */
const memberBytes = 255;
/** Marks a parameter that the visitor sent empty, which differs from a missing one. */
const sentEmpty = '\u001f';
/** The longest text. */
export const utmBytes = utmMembers.length * memberBytes + utmMembers.length - 1;

/** The parameters sent by the visitor; the first of a repeated name. */
export function utmInQuery(query: string): string {
  // A name may be percent-encoded.
  if (!/utm_|%/.test(query)) return '';
  const given = new URLSearchParams(query);
  return toText((member) => {
    const value = given.get(`utm_${member}`);
    return value === null ? '' : toMember(value) || sentEmpty;
  });
}

/** The parameters that a link adds. */
export const utmOfLink = (utm: Utm) => toText((member) => toMember(utm[member] ?? ''));

const linesOf = (text: string): string[] => (text === '' ? ['', '', ''] : text.split('\n'));

export const membersOf = (text: string): string[] => linesOf(text).map((line) => (line === sentEmpty ? '' : line));

/** The UTM parameters of a visit: each the visitor's own, empty or not, or the link's if none was sent. */
export function mergeUtm(sent: string, ofLink: string): string {
  if (sent === '' || ofLink === '') return sent || ofLink;
  const lines = linesOf(ofLink);
  return linesOf(sent)
    .map((line, index) => line || lines[index])
    .join('\n');
}

function toText(memberOf: (member: (typeof utmMembers)[number]) => string): string {
  const values = utmMembers.map(memberOf);
  return values.every((value) => value === '') ? '' : values.join('\n');
}

/** Removes unprintable characters and surrounding blanks, which MySQL ignores in comparisons. */
function toMember(given: string): string {
  const text = given
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bytes = Buffer.from(text);
  if (bytes.length <= memberBytes) return text;
  let end = memberBytes;
  while ((u8At(bytes, end) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end).trim();
}
