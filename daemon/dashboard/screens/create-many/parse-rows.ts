/** Pure functions that parse pasted text into rows of links, find faults in rows, and write CSV. */
import { links, longestUrl, slugPattern as slugText } from '../../../../shared/limits-of-fields.ts';

export type Row = {
  /** The line on which the row starts, from 1. */
  number: number;
  url: string;
  slug: string;
  title: string;
  tags: string[];
};

const columns = ['url', 'slug', 'title', 'tags'] as const;
type ColumnName = (typeof columns)[number];

/** Common names of the columns, as used by people and by other services. */
const names: Record<ColumnName, string[]> = {
  url: ['url', 'address', 'destination', 'destination url', 'long url', 'longurl', 'target', 'link'],
  slug: ['slug', 'short', 'alias', 'key', 'keyword', 'back-half', 'path'],
  title: ['title', 'name', 'description'],
  tags: ['tags', 'tag', 'labels'],
};

const slugPattern = new RegExp(slugText);

/**
 * Parses plain URLs, or columns separated by tabs or commas. If the first row names the columns, they can be in any
 * order.
 */
export function parseRows(text: string): Row[] {
  const divider = text.includes('\t') ? '\t' : ',';
  const records = readRecords(text, divider).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const heading = headingIn(records[0]?.cells);
  const rows = heading ? records.slice(1) : records;
  return rows.map(({ line, cells }) => toRow(line, heading ? byHeading(cells, heading) : byPlace(cells, divider)));
}

/** Parses CSV as in RFC 4180. A quote inside an unquoted cell is literal. */
function readRecords(text: string, divider: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRecord = () => {
    endCell();
    records.push({ line: start, cells });
    cells = [];
    start = line;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (char === divider) endCell();
    else if (char === '\n' || char === '\r') endRecord();
    else cell += char;
  }
  endRecord();
  return records;
}

/** Returns the columns that the first row names. Returns `undefined` if the first row is already a link. */
function headingIn(cells: string[] = []): (ColumnName | undefined)[] | undefined {
  const found = cells.map((cell) => columns.find((name) => names[name].includes(cell.toLowerCase())));
  return found.includes('url') ? found : undefined;
}

function byHeading(cells: string[], heading: (ColumnName | undefined)[]): Partial<Record<ColumnName, string>> {
  const row: Partial<Record<ColumnName, string>> = {};
  for (const [n, name] of heading.entries()) if (name) row[name] ??= cells[n] ?? '';
  return row;
}

/** Assigns cells by position. A URL can contain commas, so text that cannot be a slug belongs to the URL. */
function byPlace(cells: string[], divider: string): Partial<Record<ColumnName, string>> {
  const [url = '', slug = '', title = '', ...tags] = cells;
  if (divider === ',' && slug !== '' && !slugPattern.test(slug)) return { url: cells.join(',') };
  return { url, slug, title, tags: tags.filter((tag) => tag !== '').join(';') };
}

const toRow = (
  number: number,
  { url = '', slug = '', title = '', tags = '' }: Partial<Record<ColumnName, string>>,
): Row => ({
  number,
  url: url === '' || url.includes('://') ? url : `https://${url}`,
  slug,
  title,
  tags: [...new Set(tags.split(/[;|,]/).map((tag) => tag.trim()))].filter((tag) => tag !== ''),
});

export type Fault =
  | { is: 'noUrl' | 'badUrl' | 'longUrl' | 'badSlug' | 'longTitle' | 'manyTags' | 'longTag' }
  | { is: 'slugTwice'; row: number };

/**
 * Finds the faults for which the service would refuse rows, keyed by row number. `more` are tags added to every row.
 */
export function faultsIn(rows: readonly Row[], more: readonly string[] = []): Map<number, Fault> {
  const slugs = new Map<string, number>();
  const faults = new Map<number, Fault>();
  for (const row of rows) {
    const fault = faultOf(row, more, slugs.get(row.slug));
    if (fault) faults.set(row.number, fault);
    if (row.slug !== '' && !slugs.has(row.slug)) slugs.set(row.slug, row.number);
  }
  return faults;
}

function faultOf(
  { url, slug, title, tags }: Row,
  more: readonly string[],
  same: number | undefined,
): Fault | undefined {
  if (url === '') return { is: 'noUrl' };
  if (url.length > longestUrl) return { is: 'longUrl' };
  if (/\s/.test(url) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return { is: 'badUrl' };
  if (slug !== '' && !slugPattern.test(slug)) return { is: 'badSlug' };
  if (same !== undefined) return { is: 'slugTwice', row: same };
  if (title.length > links.title) return { is: 'longTitle' };
  if (new Set([...tags, ...more]).size > links.tags) return { is: 'manyTags' };
  if (tags.some((tag) => tag.length > links.tag)) return { is: 'longTag' };
  return undefined;
}

/** Formats rows as text that can be pasted again, one row per line. */
export const toText = (rows: readonly Row[]): string =>
  rows
    .map(({ url, slug, title, tags }) => [url, slug, title, tags.join(';')].map(tabCell).join('\t').replace(/\t+$/, ''))
    .join('\n');

const tabCell = (cell: string) => (/["\t\n\r]/.test(cell) ? quoted(cell) : cell);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Writes CSV as in RFC 4180. A cell that a spreadsheet would take for a formula gets a leading apostrophe. */
export const toCsv = (records: readonly (readonly string[])[]): string =>
  records
    .map((cells) =>
      cells
        .map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
        .map((cell) => (/[",\n\r]/.test(cell) ? quoted(cell) : cell))
        .join(','),
    )
    .join('\r\n');
