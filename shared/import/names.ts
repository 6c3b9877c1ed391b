/** Names of tags and lists in one cell, however a system writes several. Pure. */
import { fromJson, toText } from './values.ts';

/** Each once, of a JSON list of texts or of objects with a name or a title; or of texts between commas, semicolons or bars, in quotes or not. */
export function toNames(value: unknown): string[] {
  const given = typeof value === 'string' && /^\s*\[.*\]\s*$/s.test(value) ? (fromJson(value) ?? value) : value;
  const names = Array.isArray(given) ? given.map(nameOf) : split(toText(given));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return toText(entry);
  const { name, title } = entry as { name?: unknown; title?: unknown };
  return toText(name ?? title);
}

/** `"a, b","c"`, `a, b`, `a; b`, `a|b`. Quotes keep what would divide, and two are one. */
function split(text: string): string[] {
  const mark = ['|', ';'].find((one) => text.includes(one) && !text.includes('"')) ?? ',';
  if (mark !== ',') return text.split(mark);
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|((?:[^,\\]|\\.)*))\s*(?:,|$)/g)].map(([, quoted, bare = '']) =>
    quoted === undefined ? bare.replace(/\\(.)/g, '$1') : quoted.replaceAll('""', '"'),
  );
}
