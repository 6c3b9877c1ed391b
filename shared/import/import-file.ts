/**
 * A file to import: its kind of table, its start, and its rows one by one. It can be read repeatedly, with the same rows
 * each time.
 */
import { FileFault, listParts, type Part } from './bytes.ts';
import { findDelimiter, readCsv } from './csv-rows.ts';
import type { Row, Sample } from './format.ts';
import { findJsonShape, type JsonShape, readJson } from './json-rows.ts';
import { type Encoding, findEncoding, readText } from './text.ts';

export type ImportFile = {
  form: FileForm;
  /** The start of the file, or of the first file in a ZIP. */
  sample: Sample;
  rows: () => AsyncGenerator<Row>;
  /** Sentences about the whole file, complete once all rows have been read. */
  notes: ReadonlySet<string>;
};

/** The function that reads an SQL dump's importable rows, keyed by column. */
export type ReadSql = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Row['columns']>;

/** The form of the file, or of the first file in a ZIP; `files` is the number of files. */
type FileForm = { kind: Sample['kind']; encoding: Encoding | null; delimiter: string | null; files: number };

type Form =
  | { kind: 'csv'; encoding: Encoding; delimiter: string }
  | { kind: 'json'; encoding: Encoding; shape: JsonShape }
  | { kind: 'sql' };

type FormedPart = { part: Part; form: Form };

const startLength = 2 ** 16;
const rowsOfSample = 10;
const sqlStart = /^\s*(?:--|#|\/\*|CREATE\s|INSERT\s|REPLACE\s|DROP\s|SET\s|USE\s|LOCK\s|BEGIN|START\s)/i;

/** Opens a file. `readSql`: set if SQL dumps can be imported. @throws FileFault */
export async function openImportFile(path: string, name: string, readSql?: ReadSql): Promise<ImportFile> {
  const parts: FormedPart[] = [];
  for (const part of await listParts(path, name)) parts.push({ part, form: await findForm(part) });
  const notes = new Set<string>();
  const readDump = readSql && ((bytes: AsyncIterable<Buffer>) => readSql(withNotes(bytes, notes)));
  const rows = () => rowsOf(parts, readDump);
  const records: Row['columns'][] = [];
  for await (const { columns } of rows()) if (records.push(columns) === rowsOfSample) break;
  if (records.length === 0) throw new FileFault('The file has no rows.');
  const headers = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const form = formOf(parts);
  const [first] = parts;
  const fileName = parts.length === 1 && first ? first.part.name : name;
  return { form, sample: { kind: form.kind, headers, records, fileName }, rows, notes };
}

function formOf(parts: FormedPart[]): FileForm {
  const form: Form = parts[0]?.form ?? { kind: 'sql' };
  return {
    kind: form.kind,
    encoding: form.kind === 'sql' ? null : form.encoding,
    delimiter: form.kind === 'csv' ? form.delimiter : null,
    files: parts.length,
  };
}

async function findForm(part: Part): Promise<Form> {
  const encoding = await findEncoding(part.read());
  const start = await startOf(readText(part.read(), encoding));
  const shape = findJsonShape(start);
  if (shape) return { kind: 'json', encoding, shape };
  if (sqlStart.test(start)) return { kind: 'sql' };
  if (start.includes('\0')) throw new FileFault('The file is neither CSV nor JSON nor an SQL dump.');
  return { kind: 'csv', encoding, delimiter: findDelimiter(start) };
}

async function startOf(text: AsyncIterable<string>): Promise<string> {
  let start = '';
  for await (const piece of text) {
    start += piece;
    if (start.length >= startLength) break;
  }
  return start.slice(0, startLength);
}

const longestEdge = 256;
const dumpStart = /^-- (?:MySQL|MariaDB) dump /m;
const cutDump = 'The dump does not end with “-- Dump completed”: it may be truncated, with rows missing.';

/** Adds a note if a dump is truncated between two statements. */
async function* withNotes(bytes: AsyncIterable<Buffer>, notes: Set<string>): AsyncGenerator<Buffer> {
  let [start, end] = ['', ''];
  for await (const chunk of bytes) {
    if (start.length < longestEdge) start += chunk.toString('latin1', 0, longestEdge);
    end = (end + chunk.toString('latin1', Math.max(0, chunk.length - longestEdge))).slice(-longestEdge);
    yield chunk;
  }
  if (dumpStart.test(start) && !end.includes('-- Dump completed')) notes.add(cutDump);
}

async function* rowsOf(parts: FormedPart[], readSql?: ReadSql): AsyncGenerator<Row> {
  let before = 0;
  for (const { part, form } of parts) {
    let last = 0;
    for await (const row of readPart(part, form, readSql)) {
      last = row.number;
      yield parts.length === 1 ? row : { ...row, number: before + row.number, fileName: part.name };
    }
    before += last;
  }
}

async function* readPart(part: Part, form: Form, readSql?: ReadSql): AsyncGenerator<Row> {
  const bytes = part.read();
  if (form.kind === 'csv') yield* readCsv(readText(bytes, form.encoding), form.delimiter);
  else if (form.kind === 'json') yield* readJson(readText(bytes, form.encoding), form.shape);
  else {
    if (!readSql) throw new FileFault('An SQL dump cannot be imported here.');
    let number = 0;
    for await (const columns of readSql(bytes)) yield { number: ++number, columns };
  }
}
