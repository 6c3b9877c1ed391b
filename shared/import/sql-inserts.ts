/**
 * The rows that an SQL dump inserts, read as a stream. It supports dumps by mysqldump, mariadb-dump and phpMyAdmin, with one
 * or many rows per statement. The column names are in the statement or in CREATE TABLE before it. No SQL is executed.
 */
import { FileFault } from './bytes.ts';
import { mostColumns } from './columns.ts';
import { SqlTokens, type Token } from './sql-tokens.ts';

export type InsertedRow = { table: string; columns: Record<string, string | null> };

/** A test that returns whether a table's rows are wanted, judging by its columns. */
type InsertFilter = (columns: readonly string[], table: string) => boolean;

/** Limits of the number of wanted tables, and of a row's length. */
const mostTables = 1_000;
const longestRow = 2 ** 20;
const longestName = 256;

/** Yields the inserted rows. @throws FileFault */
export async function* readInserts(chunks: AsyncIterable<Buffer>, filter: InsertFilter): AsyncGenerator<InsertedRow> {
  const tokens = new SqlTokens();
  const reader = new InsertReader(filter);
  for await (const chunk of chunks) {
    tokens.add(chunk);
    yield* rowsOf(tokens, reader);
  }
  tokens.add(undefined);
  yield* rowsOf(tokens, reader);
  if (reader.isInRows || tokens.isCut) throw new FileFault('The dump is truncated: it ends in the middle of its rows.');
}

function* rowsOf(tokens: SqlTokens, reader: InsertReader): Generator<InsertedRow> {
  for (let token = tokens.next(); token; token = tokens.next()) {
    const row = reader.take(token);
    if (row) yield row;
  }
}

type Place = 'start' | 'rest' | 'create' | 'definitions' | 'insert' | 'columns' | 'next' | 'row' | 'values';

const notColumns = /^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|FOREIGN|CHECK|PERIOD)$/i;
/** Words before a table's name. */
const beforeTable = /^(?:INTO|IGNORE|LOW_PRIORITY|HIGH_PRIORITY|DELAYED|TABLE|IF|NOT|EXISTS|TEMPORARY|OR)$/i;

class InsertReader {
  #place: Place = 'start';
  #table = '';
  #depth = 0;
  #isColumnNext = false;
  #columns: string[] = [];
  #values: (string | null)[] = [];
  #length = 0;
  #isHex = false;
  #isWanted = false;
  readonly #created = new Map<string, string[]>();
  readonly #filter: InsertFilter;

  constructor(filter: InsertFilter) {
    this.#filter = filter;
  }

  /** True if a row or its end is expected. */
  get isInRows(): boolean {
    return ['insert', 'columns', 'next', 'row'].includes(this.#place);
  }

  take(token: Token): InsertedRow | undefined {
    if (this.#place === 'row') return this.#inRow(token);
    if (token.kind === 'mark' && token.text === ';') this.#place = 'start';
    else this.#outside(token);
    return undefined;
  }

  #outside(token: Token): void {
    if (this.#place === 'start') this.#begin(token);
    else if (this.#place === 'create' || this.#place === 'insert') this.#head(token);
    else if (this.#place === 'definitions') this.#definition(token);
    else if (this.#place === 'columns') this.#column(token);
    else if (this.#place === 'next' && isMark(token, '(')) this.#place = 'row';
    else if (this.#place === 'values' && isMark(token, ',')) this.#place = 'next';
    // ON DUPLICATE KEY UPDATE, which has its own brackets.
    else if (this.#place === 'values' && token.kind === 'word') this.#place = 'rest';
  }

  #begin(token: Token): void {
    const word = token.kind === 'word' ? token.text.toUpperCase() : '';
    this.#place = word === 'CREATE' ? 'create' : word === 'INSERT' || word === 'REPLACE' ? 'insert' : 'rest';
    this.#table = '';
    this.#columns = [];
    this.#values = [];
  }

  /** Reads up to a table's columns or values. */
  #head(token: Token): void {
    if (isMark(token, '(')) {
      this.#depth = 1;
      this.#isColumnNext = true;
      this.#place = this.#place === 'create' ? 'definitions' : 'columns';
    } else if (token.kind === 'word' && this.#table !== '') this.#afterTable(token.text.toUpperCase());
    // After a database name comes the table's name, which replaces it.
    else if (token.kind !== 'mark' && !(token.kind === 'word' && beforeTable.test(token.text))) {
      this.#table = shortNameOf(token);
    }
  }

  #afterTable(word: string): void {
    if (word.startsWith('.')) this.#table = word.slice(1);
    else if (word === 'VALUES' || word === 'VALUE') this.#beginValues();
    else this.#place = 'rest';
  }

  #beginValues(): void {
    if (this.#columns.length === 0) this.#columns = this.#created.get(this.#table) ?? [];
    this.#isWanted = this.#filter(this.#columns, this.#table);
    this.#place = 'next';
  }

  #definition(token: Token): void {
    const isFirst = this.#isColumnNext;
    this.#isColumnNext = this.#depth === 1 && isMark(token, ',');
    if (isMark(token, '(')) this.#depth++;
    else if (isMark(token, ')')) this.#depth--;
    else if (isFirst && !(token.kind === 'word' && notColumns.test(token.text))) {
      push(this.#columns, shortNameOf(token));
    }
    if (this.#depth === 0) this.#endDefinitions();
  }

  #endDefinitions(): void {
    this.#place = 'rest';
    if (!this.#filter(this.#columns, this.#table)) return;
    this.#created.set(this.#table, this.#columns);
    if (this.#created.size > mostTables)
      throw new FileFault(`The dump has more than ${mostTables} tables of this kind.`);
  }

  #column(token: Token): void {
    if (token.kind === 'word' && /^VALUES?$/i.test(token.text) && this.#depth === 0) this.#beginValues();
    else if (isMark(token, ')')) this.#depth = 0;
    else if (token.kind !== 'mark' && this.#depth === 1) push(this.#columns, shortNameOf(token));
  }

  #inRow(token: Token): InsertedRow | undefined {
    if (token.kind === 'mark') return isMark(token, ')') ? this.#endRow() : undefined;
    if (!this.#isWanted) return undefined;
    if (token.kind === 'word') {
      // `x'41'` and `_binary 'A'`: the word is the encoding of the next text.
      this.#isHex = /^x$/i.test(token.text);
      if (this.#isHex || /^(?:_\w+|n)$/i.test(token.text)) return undefined;
      this.#add(valueIn(token.text));
    } else {
      this.#add(this.#isHex ? hex(nameOf(token)) : nameOf(token));
      this.#isHex = false;
    }
    return undefined;
  }

  #add(value: string | null): void {
    this.#length += value?.length ?? 0;
    if (this.#length > longestRow) throw new FileFault(`A row is longer than ${longestRow / 2 ** 20} MiB.`);
    push(this.#values, value);
  }

  #endRow(): InsertedRow | undefined {
    this.#place = 'values';
    if (!this.#isWanted) return undefined;
    const columns = Object.fromEntries(this.#columns.map((name, place) => [name, this.#values[place] ?? null]));
    this.#values = [];
    this.#length = 0;
    return { table: this.#table, columns };
  }
}

/** @throws FileFault */
function push<T>(list: T[], one: T): void {
  if (list.length === mostColumns) throw new FileFault(`A table has more than ${mostColumns} columns.`);
  list.push(one);
}

const isMark = (token: Token, mark: string) => token.kind === 'mark' && token.text === mark;

const utf8 = new TextDecoder('utf-8', { fatal: true });
// The text is decoded as a stream: given a whole text, Node.js 20 reads it as Latin-1 and turns € and “ into control
// characters.
const windows = new TextDecoder('windows-1252');

/** Decodes bytes. Dumps are in UTF-8; old ones can contain other bytes. */
function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows.decode(bytes, { stream: true });
  }
}

const nameOf = (token: Token): string => (token.kind === 'text' ? decode(token.read()) : token.text);
/** Returns the name of a table or column. @throws FileFault */
function shortNameOf(token: Token): string {
  const name = nameOf(token);
  if (name.length > longestName) throw new FileFault(`A name in the dump is longer than ${longestName} characters.`);
  return name;
}

const hex = (digits: string) => decode(Buffer.from(digits, 'hex'));

function valueIn(word: string): string | null {
  if (/^null$/i.test(word)) return null;
  return /^0x[0-9a-f]+$/i.test(word) ? hex(word.slice(2)) : word;
}
