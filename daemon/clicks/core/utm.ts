/**
 * The UTM members that are counted, source, medium and campaign, as one text: a line for each, empty where it was not given.
 * No member has a line break or another control character, so the text says what they are. A text without any is empty.
 */
import type { Utm } from '../../../shared/drawing/location.ts';

export const utmMembers = ['source', 'medium', 'campaign'] as const;

/** Of a member, in UTF-8; words of the dictionary are no longer. */
const memberBytes = 255;
/** Stands for a member that a visitor sent empty, which is that visitor's all the same. */
const sentEmpty = '\u001f';
/** The longest text. */
export const utmBytes = utmMembers.length * memberBytes + utmMembers.length - 1;

/** What the visitor sent; of a name sent twice the first. */
export function utmInQuery(query: string): string {
  // A name may be percent-encoded.
  if (!/utm_|%/.test(query)) return '';
  const given = new URLSearchParams(query);
  return toText((member) => {
    const value = given.get(`utm_${member}`);
    return value === null ? '' : toMember(value) || sentEmpty;
  });
}

/** What a link adds. */
export const utmOfLink = (utm: Utm) => toText((member) => toMember(utm[member] ?? ''));

const linesOf = (text: string): string[] => (text === '' ? ['', '', ''] : text.split('\n'));

export const membersOf = (text: string): string[] => linesOf(text).map((line) => (line === sentEmpty ? '' : line));

/** What UTM members a visit had: each the visitor's own, empty or not, or where none was sent the one the link adds. */
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

/** Without what cannot be shown, and without blanks at its ends, which MySQL takes for nothing when it compares. */
function toMember(given: string): string {
  const text = given
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bytes = Buffer.from(text);
  if (bytes.length <= memberBytes) return text;
  let end = memberBytes;
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end).trim();
}
