/**
 * The counted UTM parameters (source, medium and campaign) as one text, with a line for each, empty if missing. No
 * value contains a line break or another control character, so the text is unambiguous. Without parameters the text
 * is empty.
 */
import type { Utm } from '../../../shared/drawing/location.ts';
import { u8At } from '../../../shared/elements.ts';

export const utmParameters = ['source', 'medium', 'campaign'] as const;

/** Maximum UTF-8 bytes in a parameter, because dictionary words cannot be longer. */
const parameterBytes = 255;
/** The text of a parameter that the visitor sent empty, as opposed to a missing parameter. */
const sentEmpty = '\u001f';
/** The maximum length of the text in bytes. */
export const utmBytes = utmParameters.length * parameterBytes + utmParameters.length - 1;

/** Returns the parameters sent by the visitor. If a parameter is repeated, its first value counts. */
export function utmInQuery(query: string): string {
  // A name can be percent-encoded.
  if (!/utm_|%/.test(query)) return '';
  const params = new URLSearchParams(query);
  return toText((parameter) => {
    const value = params.get(`utm_${parameter}`);
    return value === null ? '' : toValue(value) || sentEmpty;
  });
}

/** Returns the parameters that a link adds. */
export const utmOfLink = (utm: Utm) => toText((parameter) => toValue(utm[parameter] ?? ''));

const linesOf = (text: string): string[] => (text === '' ? ['', '', ''] : text.split('\n'));

export const utmValuesOf = (text: string): string[] => linesOf(text).map((line) => (line === sentEmpty ? '' : line));

/** Returns a visit's UTM parameters: each as the visitor sent it, even if empty, otherwise the link's. */
export function mergeUtm(sent: string, ofLink: string): string {
  if (sent === '' || ofLink === '') return sent || ofLink;
  const lines = linesOf(ofLink);
  return linesOf(sent)
    .map((line, index) => line || lines[index])
    .join('\n');
}

function toText(findValue: (parameter: (typeof utmParameters)[number]) => string): string {
  const values = utmParameters.map(findValue);
  return values.every((value) => value === '') ? '' : values.join('\n');
}

/** Removes unprintable characters and surrounding blanks, which MySQL ignores in comparisons. */
function toValue(sent: string): string {
  const text = sent
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bytes = Buffer.from(text);
  if (bytes.length <= parameterBytes) return text;
  let end = parameterBytes;
  while ((u8At(bytes, end) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end).trim();
}
