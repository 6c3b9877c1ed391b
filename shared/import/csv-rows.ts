/** The rows of a CSV file with a header and any common delimiter. A row that does not match the header has a fault. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { FileFault } from './bytes.ts';
import { mostColumns } from './columns.ts';
import type { Row } from './format.ts';

const delimiters = [',', ';', '\t', '|'];
const longestRecord = 2 ** 20;
/**
 * A limit in addition to the parser's, which counts only the characters in cells, so a row of empty cells could be
 * endless.
 */
const mostBetweenRows = 2.25 * longestRecord;

/** Options that keep stray quotes, as spreadsheets do. */
const forgiving = {
  relax_quotes: true,
  relax_column_count: true,
  // Files written by several programs can mix line endings.
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  max_record_size: longestRecord,
} satisfies Options;

/** The line before the header in which spreadsheets declare the delimiter: `sep=;`. */
const separatorLine = /^"?sep=([^\w"\r\n])"?[\r\n]/i;

/**
 * Returns the declared delimiter; otherwise the one that splits the first records into the most columns, with the
 * same number in each record.
 */
export function findDelimiter(start: string): string {
  const named = separatorLine.exec(start)?.[1];
  if (named !== undefined) return named;
  let best = { delimiter: ',', points: 0 };
  for (const delimiter of delimiters) {
    const points = pointsOf(start, delimiter);
    if (points > best.points) best = { delimiter, points };
  }
  return best.delimiter;
}

function pointsOf(start: string, delimiter: string): number {
  const records = recordsIn(start, delimiter);
  const [header = []] = records;
  if (header.length < 2) return 0;
  const like = records.filter(({ length }) => length === header.length).length;
  return (like / records.length) * 1_000 + Math.min(header.length, 100);
}

/** Parses the first records of a text, which can end in the middle of a record. */
function recordsIn(start: string, delimiter: string): string[][] {
  try {
    const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1;
    return parseNow(start.slice(0, end) || start, { ...forgiving, delimiter, to: 20 });
  } catch {
    return [];
  }
}

/** Yields the rows. @throws FileFault */
export async function* readCsv(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row> {
  let number = 0;
  let sinceRow = 0;
  const counted = async function* () {
    for await (const piece of text) {
      sinceRow += piece.length;
      if (sinceRow > mostBetweenRows) throw new FileFault(tooLongAfter(number));
      yield piece;
    }
  };
  const records = pipeline(Readable.from(counted()), parse({ ...forgiving, delimiter }), () => {}) as AsyncIterable<
    string[]
  >;
  let names: string[] | undefined;
  let isFirst = true;
  try {
    for await (const record of records) {
      sinceRow = 0;
      const isSeparator = isFirst && record.join(delimiter).toLowerCase() === `sep=${delimiter}`;
      isFirst = false;
      if (names) yield toRow(names, record, ++number);
      else if (!isSeparator) names = namesOf(record);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileFault(sentenceOf(error, number), { cause: error });
    throw error;
  }
}

/** Gives each column a unique name. @throws FileFault */
function namesOf(header: string[]): string[] {
  if (header.length > mostColumns) throw new FileFault(`The file has more than ${mostColumns} columns.`);
  const taken = new Set<string>();
  return header.map((given, index) => {
    const name = given.trim() || `Column ${index + 1}`;
    let own = name;
    for (let n = 2; taken.has(own); n++) own = `${name} (${n})`;
    taken.add(own);
    return own;
  });
}

function toRow(names: string[], cells: string[], number: number): Row {
  const columns = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  if (cells.length <= names.length) return { number, columns };
  return { number, columns, fault: `The row has ${cells.length} cells, but the header has ${names.length}.` };
}

const tooLongAfter = (number: number) =>
  `The row after row ${number} is longer than ${longestRecord / 2 ** 20} MiB: a quote may be missing.`;

function sentenceOf({ code }: CsvError, number: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote that opens after row ${number} is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLongAfter(number);
  return `The file cannot be read as CSV after row ${number}.`;
}
