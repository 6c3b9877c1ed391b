/** The forms of an export: CSV for spreadsheets, a JSON record a line for programs. Pure. */
import { stringify } from 'csv-stringify/sync';
import type { ExportValue } from '../../../host/extensions.ts';
import { unprocessable } from '../core/errors.ts';

export type Format = {
  contentType: string;
  extension: string;
  /** Some rows, of as many values as there are names; the first ones with what stands before them. */
  write: (names: string[], rows: ExportValue[][], isFirst: boolean) => string;
};

const csv: Format = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  write: (names, rows, header) =>
    stringify(
      rows.map((row) => row.map(toCell)),
      { header, columns: names },
    ),
};

const lines: Format = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  write: (names, rows) => rows.map((row) => `${JSON.stringify(toObject(names, row))}\n`).join(''),
};

const formats = new Map<string, Format>([
  ['csv', csv],
  ['ndjson', lines],
  ['jsonl', { ...lines, extension: 'jsonl' }],
]);

/** @throws unprocessable_entity */
export function readFormat(name: string): Format {
  const format = formats.get(name.toLowerCase());
  if (!format) throw unprocessable('format must be csv, ndjson or jsonl');
  return format;
}

/** Texts in a list are JSON, so that they can be told apart again. */
function toCell(value: ExportValue): string {
  if (typeof value === 'string') return escapeFormula(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return value === null ? '' : String(value);
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before it, and one that begins like that already
 * another, so that taking one from each text of this form gives back what was there.
 */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text);

const toObject = (names: string[], row: ExportValue[]) =>
  Object.fromEntries(names.map((name, place) => [name, row[place] ?? null]));
