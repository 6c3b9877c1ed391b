/**
 * Formats of threat lists: URLhaus as CSV, JSON, text or hosts file, PhishTank as CSV or JSON, and plain lines of
 * hosts or URLs. The format is detected from the content. The result is the list's expressions.
 */
import { isIP } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse as parseDomain } from 'tldts';
import { elementOf } from '../../../shared/elements.ts';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import { wellKnownDomains } from '../core/brands.ts';
import { canonical, canonicalHost, expressionOf } from '../core/canonical.ts';

export type ParsedList = {
  expressions: string[];
  /** Lines that are not entries. */
  faulty: number;
  /** Entries that would list a public suffix or a well-known domain as a whole. */
  ignored: number;
};

/** The maximum share of faulty lines in a list. */
const faultyAtMost = 0.05;
/** Number of entries per turn of the event loop. This number takes only a few milliseconds. */
const entriesPerTurn = 2_000;

/** Parses a list. @throws if the text is not a list, is empty or was truncated */
export async function parseList(text: string): Promise<ParsedList> {
  const parsed: ParsedList = { expressions: [], faulty: 0, ignored: 0 };
  for (const [index, entry] of entriesOf(text).entries()) {
    if (index % entriesPerTurn === 0) await nextTurn();
    const expression = toExpression(entry);
    if (expression === undefined) parsed.faulty++;
    else if (listsTooMuch(expression)) parsed.ignored++;
    else parsed.expressions.push(expression);
  }
  const count = parsed.expressions.length;
  if (count === 0) throw new Error('it has no entries');
  if (parsed.faulty > Math.max(10, count * faultyAtMost))
    throw new Error(`${parsed.faulty} of its lines are not entries`);
  return parsed;
}

function entriesOf(text: string): string[] {
  if (/^\s*[[{]/.test(text)) return jsonEntries(JSON.parse(text));
  const lines = text.split(/\r?\n/);
  const header = lines.find((line) => /(^|,|")url("|,|$)/i.test(line) && line.includes(','));
  if (header) return csvEntries(header, lines);
  return lines
    .filter((line) => !/^\s*[#;!]/.test(line))
    .flatMap((line) => toEntry((line.split(/\s#/, 1)[0] ?? '').trim()) ?? []);
}

/** Reads a line with a URL, a host, or an entry of a hosts file. */
function toEntry(line: string): string | undefined {
  if (line === '') return undefined;
  const [address = '', ...names] = line.split(/\s+/);
  if (names.length === 0) return line;
  return /^(0\.0\.0\.0|127\.0\.0\.1|::1?)$/.test(address) && names[0] !== 'localhost' ? elementOf(names, 0) : line;
}

type Row = { url?: unknown; url_status?: unknown; verified?: unknown; online?: unknown };

/** Returns the entries of JSON. PhishTank has an array of rows, URLhaus has arrays of rows keyed by id. */
function jsonEntries(value: unknown): string[] {
  const rows = (Array.isArray(value) ? value : Object.values(value as object).flat()) as Row[];
  return rows.filter(isLive).map(({ url }) => String(url));
}

const isLive = ({ verified, online }: Row) => verified !== 'no' && online !== 'no';

/** Returns the entries of CSV, whose header URLhaus writes in a comment. */
function csvEntries(header: string, lines: string[]): string[] {
  const names = csvCells(header.replace(/^#\s*/, '')).map((name) => name.toLowerCase());
  const at = (name: string) => names.indexOf(name);
  const entries: string[] = [];
  for (const line of lines) {
    if (line === '' || line.startsWith('#') || line === header) continue;
    const cells = csvCells(line);
    const row: Row = { url: cells[at('url')], verified: cells[at('verified')], online: cells[at('online')] };
    if (isLive(row)) entries.push(String(row.url ?? ''));
  }
  return entries;
}

const csvCells = (line: string) =>
  [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? (plain ?? '').trim(),
  );

/**
 * Returns an entry's expression: a URL and everything below it, or a host and everything on it. Returns `undefined` for
 * an invalid entry.
 */
export function toExpression(entry: string): string | undefined {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(entry);
  if (isUrl) {
    const url = /^https?:/i.test(entry) ? parseUrl(entry) : undefined;
    return url && expressionOf(canonical(url));
  }
  const url = parseUrl(`http://${entry.replace(/^\*?\./, '')}`);
  if (!url) return undefined;
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && !canonicalHost(url.hostname).includes('.')) return undefined;
  return expressionOf(canonical(url));
}

function listsTooMuch(expression: string): boolean {
  if (expression.indexOf('/') < expression.length - 1) return false;
  const host = expression.slice(0, -1);
  const { domain, publicSuffix, isIp } = parseDomain(host, { allowPrivateDomains: true });
  return !isIp && (host === publicSuffix || domain === null || wellKnownDomains.has(domain));
}
