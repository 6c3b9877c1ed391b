/**
 * Every reader refuses input as soon as it exceeds the limit, so that no input needs more memory than one at the
 * limit.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { readCsv } from '../../../shared/import/csv-rows.ts';
import { openImportFile } from '../../../shared/import/import-file.ts';
import { readJson } from '../../../shared/import/json-rows.ts';
import { receiveFile } from '../../../shared/import/receive-file.ts';
import { readInserts } from '../../../shared/import/sql-inserts.ts';
import { t } from '../../runner/tap.ts';

const mebibyte = 2 ** 20;
const folder = t.testdir();

/** An endless input: its start, and a part that repeats. */
type Endless = { start: string; again: string };
type Reader = (chunks: AsyncIterable<Buffer>) => AsyncIterable<unknown>;

async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield chunk.toString();
}
const csv: Reader = (chunks) => readCsv(textOf(chunks), ',');
const lines: Reader = (chunks) => readJson(textOf(chunks), 'lines');
const list: Reader = (chunks) => readJson(textOf(chunks), 'list');
const sql: Reader = (chunks) => readInserts(chunks, () => true);
const form: Reader = async function* (chunks) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const bodyStream = Object.assign(chunks, { leave: async () => true });
  yield await receiveFile({ headers, bodyStream }, path.join(folder, 'sent'));
};
const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

const readers: { what: string; read: Reader; input: Endless; limit: number; says: RegExp }[] = [
  {
    what: 'columns of a CSV',
    read: csv,
    input: { start: '', again: 'a,' },
    limit: 2 * mebibyte,
    says: /longer than 1 MiB/,
  },
  {
    what: 'cells of a row',
    read: csv,
    input: { start: 'a\n', again: ',' },
    limit: 2 * mebibyte,
    says: /longer than 1 MiB/,
  },
  { what: 'a cell', read: csv, input: { start: 'a\n"', again: 'x\n' }, limit: mebibyte, says: /longer than 1 MiB/ },
  { what: 'a line of JSON', read: lines, input: { start: '{"a":"', again: 'x' }, limit: mebibyte, says: /longer than/ },
  {
    what: 'names in a line',
    read: lines,
    input: { start: '{', again: '"a":1,' },
    limit: mebibyte,
    says: /longer than/,
  },
  { what: 'a record', read: list, input: { start: '[{"a":"', again: 'x' }, limit: mebibyte, says: /longer than/ },
  { what: 'levels of a record', read: list, input: { start: '[', again: '[' }, limit: mebibyte, says: /longer than/ },
  {
    what: 'values of a row in a dump',
    read: sql,
    input: { start: 'INSERT INTO t (a) VALUES (', again: '1,' },
    ...{ limit: 2_000, says: /more than 1000 columns/ },
  },
  {
    what: 'a row in a dump',
    read: sql,
    input: { start: 'INSERT INTO t (a) VALUES (', again: `'${'x'.repeat(10_000)}',` },
    ...{ limit: mebibyte, says: /longer than 1 MiB/ },
  },
  {
    what: 'columns of a statement',
    read: sql,
    input: { start: 'INSERT INTO t (', again: 'a,' },
    ...{ limit: 2_000, says: /more than 1000 columns/ },
  },
  {
    what: 'columns of a table',
    read: sql,
    input: { start: 'CREATE TABLE t (', again: 'a int,' },
    ...{ limit: 6_000, says: /more than 1000 columns/ },
  },
  {
    what: 'a name in a dump',
    read: sql,
    input: { start: 'CREATE TABLE `', again: `${'x'.repeat(300)}\` (a int); CREATE TABLE \`` },
    ...{ limit: 600, says: /longer than 256/ },
  },
  {
    what: 'fields of a form',
    read: form,
    input: { start: '', again: field('a') },
    ...{ limit: 21 * field('a').length, says: /too many parts/ },
  },
];

for (const { what, read, input, limit, says } of readers) {
  t.test(`${what}: reading stops at the limit`, async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 9, max: 16 }), async (power) => {
        const chunk = Buffer.from(input.again.repeat(Math.ceil(2 ** power / input.again.length)));
        // The streams between the file and its reader buffer some chunks.
        const most = limit + 2 ** 19 + 40 * chunk.length;
        let given = 0;
        const endless = async function* () {
          yield Buffer.from(input.start);
          for (;;) {
            given += chunk.length;
            if (given > most) throw new Error(`${given} bytes were read`);
            yield chunk;
          }
        };
        await t.rejects(Readable.from(read(endless())).resume().toArray(), { message: says });
      }),
      { numRuns: 2 },
    );
  });
}

t.test('a dump with more tables than the limit is refused without reading the rest', async (t) => {
  const tables = function* () {
    for (let n = 0; n <= 1_001; n++) yield Buffer.from(`CREATE TABLE t${n} (a int);`);
    throw new Error('reading continued');
  };
  await t.rejects(Readable.from(sql(Readable.from(tables()))).toArray(), { message: /more than 1000 tables/ });
});

t.test('a value in a dump that arrives in small chunks is scanned at most twice, however long it is', async (t) => {
  const piece = Buffer.alloc(1_024, 'x');
  const long = function* () {
    yield Buffer.from("INSERT INTO t (a) VALUES ('");
    for (let n = 0; n < 16_000; n++) yield piece;
    yield Buffer.from("');");
  };
  await t.rejects(Readable.from(sql(Readable.from(long()))).toArray(), { message: /longer than 1 MiB/ });
});

/** Creates a ZIP whose list of entries is damaged after `count` entries. */
function damagedAfter(count: number, name: (n: number) => string): Buffer {
  const files = Object.fromEntries(Array.from({ length: count + 1 }, (_, n) => [name(n), strToU8('a\n1\n')]));
  const bytes = Buffer.from(zipSync(files, { level: 0 }));
  bytes.write('XX', bytes.lastIndexOf('PK\x01\x02'), 'latin1');
  return bytes;
}

const zips: { what: string; most: number; name: (n: number) => string; says: RegExp }[] = [
  { what: 'tables', most: 101, name: (n) => `${String(n).padStart(6, '0')}.csv`, says: /more than 100 tables/ },
  { what: 'entries', most: 10_001, name: (n) => `${String(n).padStart(6, '0')}.x`, says: /more than 10000 entries/ },
];
for (const { what, most, name, says } of zips) {
  t.test(`${what} of a ZIP: reading stops at the first entry beyond the limit`, async (t) => {
    const file = path.join(folder, 'many.zip');
    writeFileSync(file, damagedAfter(most, name));
    await t.rejects(openImportFile(file, 'many.zip'), says);
  });
}
