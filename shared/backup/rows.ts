/**
 * A table's rows as SQL for any MySQL-compatible server: INSERT statements in ASCII and UTF-8, binary columns as hex, one
 * row per line. Values are copied as bytes from the server's response: the driver's `escape` converts them to strings
 * first, which takes seven times as long for rows of links.
 */

import type { Readable } from 'node:stream';
import { type Connection as CallbackConnection, escapeId, type RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { u8At } from '../elements.ts';

/** The size of a part in memory, in bytes; a larger row is a part by itself. */
const partBytes = 4 << 20;
/** The length of a statement, in bytes, far below the servers' default limit. */
const statementBytes = 512 << 10;

type Form = 'bare' | 'text' | 'binary';
type Column = { name: string; form: Form };

const bare = /^(tinyint|smallint|mediumint|int|bigint|decimal|float|double|year)$/;
const binary = /^(binary|varbinary|tinyblob|blob|mediumblob|longblob|bit)$/;
const formOf = (type: string): Form => (bare.test(type) ? 'bare' : binary.test(type) ? 'binary' : 'text');

/** Lists the stored columns, without generated ones. */
async function listColumns(connection: Connection, table: string): Promise<Column[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COLUMN_NAME AS name, LOWER(DATA_TYPE) AS type FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND COALESCE(GENERATION_EXPRESSION, '') = ''
     ORDER BY ORDINAL_POSITION`,
    [table],
  );
  return rows.map(({ name, type }) => ({ name, form: formOf(type) }));
}

export type Part = { sql: Buffer; rows: number };

/** Reads a table's rows as complete INSERT statements, in the connection's current transaction. */
export async function* readRows(connection: Connection, table: string): AsyncGenerator<Part> {
  const columns = await listColumns(connection, table);
  const names = columns.map(({ name }) => quoteName(name)).join(',');
  const part = new PartText(`INSERT INTO ${quoteName(table)} (${names}) VALUES\n`);
  // Only the inner connection can stream rows.
  const { connection: streaming } = connection as unknown as { connection: CallbackConnection };
  const query = streaming.query({
    sql: `SELECT ${names} FROM ${quoteName(table)}`,
    rowsAsArray: true,
    typeCast: false,
  });
  const rows = query.stream({ highWaterMark: 512 }) as Readable;
  for await (const row of rows) {
    part.add(columns, row as (Buffer | null)[]);
    if (part.isFull) yield part.take();
  }
  if (part.rows > 0) yield part.take();
}

/** Quotes a name, in which a dot is an ordinary character. */
export const quoteName = (name: string) => escapeId(name, true);

const [newline, quote, backslash, comma] = [0x0a, 0x27, 0x5c, 0x2c];
const nothing = Buffer.from('NULL');
/** The character after the backslash for each escaped byte. Line breaks are escaped too, so each row stays on one line. */
const escapes = new Uint8Array(256);
for (const [byte, sign] of [
  [0, '0'],
  [newline, 'n'],
  [0x0d, 'r'],
  [0x1a, 'Z'],
  [quote, "'"],
  [backslash, '\\'],
] as const)
  escapes[byte] = sign.charCodeAt(0);

class PartText {
  rows = 0;
  readonly #head: Buffer;
  #bytes = Buffer.allocUnsafe(partBytes + statementBytes);
  #end = 0;
  #statementFrom = 0;
  #inStatement = false;

  constructor(head: string) {
    this.#head = Buffer.from(head);
  }

  get isFull(): boolean {
    return this.#end >= partBytes;
  }

  add(columns: Column[], row: (Buffer | null)[]): void {
    let room = this.#head.length + 4;
    for (const value of row) room += value === null ? 5 : 2 * value.length + 4;
    this.#makeRoom(room);
    if (!this.#inStatement) {
      this.#statementFrom = this.#end;
      this.#put(this.#head);
      this.#inStatement = true;
    } else {
      this.#bytes[this.#end++] = comma;
      this.#bytes[this.#end++] = newline;
    }
    let separator = 0x28;
    for (const [at, { form }] of columns.entries()) {
      this.#bytes[this.#end++] = separator;
      separator = comma;
      this.#putValue(form, row[at] as Buffer | null);
    }
    this.#bytes[this.#end++] = 0x29;
    this.rows++;
    if (this.#end - this.#statementFrom >= statementBytes) this.#endStatement();
  }

  /** Returns the text so far and starts a new part. */
  take(): Part {
    this.#endStatement();
    const taken = { sql: this.#bytes.subarray(0, this.#end), rows: this.rows };
    this.#bytes = Buffer.allocUnsafe(partBytes + statementBytes);
    this.#end = 0;
    this.rows = 0;
    return taken;
  }

  #endStatement(): void {
    if (!this.#inStatement) return;
    this.#inStatement = false;
    this.#end += this.#bytes.write(';\n', this.#end);
  }

  #putValue(form: Form, value: Buffer | null): void {
    if (value === null) this.#put(nothing);
    else if (form === 'bare') this.#put(value);
    else if (form === 'text') this.#putText(value);
    else this.#putHex(value);
  }

  #put(value: Buffer): void {
    this.#end += value.copy(this.#bytes, this.#end);
  }

  #putText(value: Buffer): void {
    const bytes = this.#bytes;
    let end = this.#end;
    bytes[end++] = quote;
    for (let at = 0; at < value.length; at++) {
      const byte = u8At(value, at);
      const sign = u8At(escapes, byte);
      if (sign === 0) {
        bytes[end++] = byte;
      } else {
        bytes[end++] = backslash;
        bytes[end++] = sign;
      }
    }
    bytes[end++] = quote;
    this.#end = end;
  }

  /** Writes bytes as x'…', possibly empty. */
  #putHex(value: Buffer): void {
    const bytes = this.#bytes;
    bytes[this.#end++] = 0x78;
    bytes[this.#end++] = quote;
    this.#end += bytes.write(value.toString('hex'), this.#end, 'latin1');
    bytes[this.#end++] = quote;
  }

  #makeRoom(length: number): void {
    const needed = this.#end + length + 2;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Yields the statements of a part, without their terminators. */
export function* statementsOf(sql: Buffer): Generator<string> {
  for (let from = 0; from < sql.length; ) {
    const end = sql.indexOf(');\n', from);
    if (end < 0) throw new Error('does not have the structure of a backup');
    yield sql.toString('utf8', from, end + 1);
    from = end + 3;
  }
}
