/** Names of tags and lists in a cell, in the notations of various systems. Pure. */
import { fromJson, toText } from './values.ts';

/**
 * Returns the distinct names of a JSON list of texts or objects with a name or title, or of text separated by commas,
 * semicolons or bars, with or without quotes.
 */
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

/**
 * Splits `"a, b","c"`, `a, b`, `a; b` or `a|b`. Ignores separators inside quotes, and reads a doubled quote as a single
 * quote.
 */
function split(text: string): string[] {
  const mark = ['|', ';'].find((one) => text.includes(one) && !text.includes('"')) ?? ',';
  if (mark !== ',') return text.split(mark);
  const names: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { name, end } = quotedAt(text, at) ?? bareAt(text, at);
    names.push(name);
    at = end + 1;
  }
  return names;
}

type Found = { name: string; end: number };

const blank = /\s/;
function skipBlanks(text: string, from: number): number {
  let at = from;
  while (blank.test(text.charAt(at))) at++;
  return at;
}

/**
 * Reads a quoted name up to the next comma. Returns undefined if the text is not quoted, or if anything but blanks
 * surrounds the quotes.
 */
function quotedAt(text: string, from: number): Found | undefined {
  const start = skipBlanks(text, from);
  if (text.charAt(start) !== '"') return undefined;
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  const end = skipBlanks(text, close + 1);
  if (close < 0 || (end < text.length && text.charAt(end) !== ',')) return undefined;
  return { name: text.slice(start + 1, close).replaceAll('""', '"'), end };
}

/** Reads a name up to the next comma; a backslash escapes the next character. */
function bareAt(text: string, from: number): Found {
  let name = '';
  let end = from;
  for (; end < text.length && text.charAt(end) !== ','; end++) {
    if (text.charAt(end) === '\\') end++;
    name += text.charAt(end);
  }
  return { name, end };
}
