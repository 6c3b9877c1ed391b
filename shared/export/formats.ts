/** Export formats: CSV for spreadsheets, JSON lines for programs. Pure. */
import { stringify } from 'csv-stringify/sync';

/** A JSON value; `null` for none. */
export type Value = string | number | boolean | null | readonly unknown[] | object;

export type Format = {
  contentType: string;
  extension: string;
  /** Formats rows with one value for each name; the first call includes the header. */
  write: (names: readonly string[], rows: readonly (readonly Value[])[], isFirst: boolean) => string;
};

const csv: Format = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  write: (names, rows, header) =>
    stringify(
      rows.map((row) => row.map(toCell)),
      // A single carriage return also ends a line.
      { header, columns: [...names], quoted_match: /\r/ },
    ),
};

const jsonl: Format = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'jsonl',
  write: (names, rows) => rows.map((row) => `${JSON.stringify(toObject(names, row))}\n`).join(''),
};

export const formats = { csv, jsonl } satisfies Record<string, Format>;

/** Formats a value as a cell. Lists and objects become JSON, so that they can be imported unchanged. */
function toCell(value: Value): string {
  if (typeof value === 'string') return escapeFormula(value);
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Adds an apostrophe to a text that a spreadsheet would run as a formula, or that already starts with such an apostrophe,
 * so that removing one restores the original.
 */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text);

const toObject = (names: readonly string[], row: readonly Value[]) =>
  Object.fromEntries(names.map((name, place) => [name, row[place] ?? null]));
