/**
 * The UTM members that are counted, source, medium and campaign, as one text: a line for each, empty where it was not given.
 * No member has a line break, so the text says what they are. A text without any is empty.
 */
import type { Utm } from '../redirect/location.ts';

export const utmMembers = ['source', 'medium', 'campaign'] as const;

/** Of a member, in UTF-8; words of the dictionary are no longer. */
const memberBytes = 255;
/** The longest text. */
export const utmBytes = utmMembers.length * memberBytes + utmMembers.length - 1;

/** What the visitor sent; of a name sent twice the first. */
export function utmInQuery(query: string): string {
  if (!query.includes('utm_')) return '';
  const given = new URLSearchParams(query);
  return toText((member) => given.get(`utm_${member}`));
}

/** What a link adds. */
export const utmOfLink = (utm: Utm) => toText((member) => utm[member]);

export const membersOf = (text: string): string[] => (text === '' ? ['', '', ''] : text.split('\n'));

function toText(memberOf: (member: (typeof utmMembers)[number]) => string | null | undefined): string {
  const values = utmMembers.map((member) => toMember(memberOf(member) ?? ''));
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
