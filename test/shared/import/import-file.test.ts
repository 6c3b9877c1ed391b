/** Import files: any delimiter, encoding, compression and structure is read correctly, within limits. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { formats } from '../../../shared/export/formats.ts';
import { FileFault } from '../../../shared/import/bytes.ts';
import type { Row } from '../../../shared/import/format.ts';
import { openImportFile } from '../../../shared/import/import-file.ts';
import { t } from '../../runner/tap.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'waypost-import-'));
t.teardown(() => rm(folder, { recursive: true }));
const file = path.join(folder, 'file');

async function read(bytes: string | Uint8Array, name = 'links.csv') {
  await writeFile(file, bytes);
  const { sample, rows } = await openImportFile(file, name);
  const all: Row[] = [];
  for await (const row of rows()) all.push(row);
  return { sample, rows: all };
}

const columnsOf = ({ rows }: { rows: Row[] }) => rows.map(({ columns }) => ({ ...columns }));
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const url = 'https://example.com/?q=a,b;c|d';
const expected = [
  { 'Long URL': url, Title: 'Käse – 100 €' },
  { 'Long URL': 'https://example.com/2', Title: 'two\nlines' },
];
const table = (delimiter: string) => stringify(expected, { header: true, delimiter });
const plain = table(',');
const windows1252 = Buffer.from(plain.replace('–', '\x96').replace('€', '\x80'), 'latin1');

const forms: [name: string, bytes: string | Uint8Array][] = [
  ['commas', plain],
  ['semicolons', table(';')],
  ['tabs', table('\t')],
  ['bars', table('|')],
  ['a byte order mark', `\uFEFF${plain}`],
  ['Windows line endings', plain.replaceAll(/(?<!two)\n/g, '\r\n')],
  ['empty lines', `\n${plain}\n\n`],
  ['a header with a Windows line ending', plain.replace('\n', '\r\n')],
  ['rows with Windows line endings', plain.replace(/(?<!Title|two)\n/g, '\r\n')],
  ['lines that end in a carriage return alone', plain.replaceAll(/(?<!two)\n/g, '\r')],
  ['a line that names the delimiter', `sep=;\r\n${table(';')}`],
  ['a line that names another delimiter, in quotes', `"sep=^"\n${table('^')}`],
  ['a last line without a line break', plain.trimEnd()],
  ['Windows-1252', windows1252],
  ['UTF-16, little-endian', utf16(plain, false)],
  ['UTF-16, big-endian', utf16(plain, true)],
  ['gzip', gzipSync(plain)],
  ['ZIP', zipSync({ 'a.csv': strToU8(plain), 'readme.md': strToU8('no table'), '__MACOSX/a.csv': strToU8('x') })],
  ['a JSON list', JSON.stringify(expected)],
  ['a JSON list, indented', JSON.stringify(expected, null, 2)],
  ['a list in an object', JSON.stringify({ total: 2, pages: [1, 2], data: expected }, null, 1)],
  ['a list in an object, on one line', JSON.stringify({ links: expected, next: null })],
  ['a list in two objects', JSON.stringify({ shortUrls: { data: expected, pagination: { page: 1 } } })],
  ['several JSON lists', expected.map((record) => JSON.stringify([record])).join('')],
  [
    'several JSON answers',
    expected.map((record) => JSON.stringify({ limit: 1, tags: [], data: [record], next: {} }, null, 1)).join(''),
  ],
  ['several JSON answers, one a line', expected.map((record) => JSON.stringify({ data: [record] })).join('\n')],
  [
    'several answers of YOURLS',
    expected
      .map((record) => JSON.stringify({ links: { link_1: record }, stats: { total_links: '2' } }, null, 1))
      .join(''),
  ],
  [
    'an answer of YOURLS on one line',
    JSON.stringify({ links: { link_1: expected[0], link_2: expected[1] }, stats: {} }),
  ],
  ['JSON Lines', expected.map((record) => JSON.stringify(record)).join('\n')],
  [
    'JSON Lines with a byte order mark and blank lines',
    `\uFEFF${expected.map((record) => `${JSON.stringify(record)}\r\n\r\n`).join('')}`,
  ],
];
for (const [name, bytes] of forms) {
  t.test(`a file is read correctly from this format: ${name}`, async (t) => {
    const found = await read(bytes);
    t.same(columnsOf(found), expected);
    t.same(
      found.rows.map(({ number }) => number),
      [1, 2],
    );
    t.same(found.sample.headers, ['Long URL', 'Title']);
    t.same(
      found.rows.filter(({ fault }) => fault),
      [],
    );
  });
}

t.test('a file saved by a spreadsheet is read correctly', async (t) => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('"', ',', ';\n', '\r\n', ' x ', '""'),
  );
  const rows = fc.array(fc.tuple(fc.webUrl(), cell, cell), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(',', ';', '\t', '|'), async (records, delimiter) => {
      const text = stringify([['url', 'first name', 'note'], ...records], { delimiter, quoted: true });
      const found = await read(text);
      t.same(
        columnsOf(found).map((row) => Object.values(row)),
        records,
      );
    }),
    { numRuns: 60 },
  );
});

t.test('JSON is split into its records, in chunks of any size', async (t) => {
  const records = fc.array(
    fc.record({
      url: fc.webUrl(),
      text: fc.string({ unit: 'binary' }),
      list: fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom('list', 'lines', 'data'), fc.nat(2), async (records, shape, indent) => {
      const wanted = JSON.parse(JSON.stringify(records));
      const text =
        shape === 'lines'
          ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
          : JSON.stringify(shape === 'list' ? records : { page: 1, data: records }, null, indent);
      t.same(JSON.parse(JSON.stringify(columnsOf(await read(text, 'a.json')))), wanted);
    }),
    { numRuns: 100 },
  );
});

t.test('several files in a ZIP are read in order, each by its own header', async (t) => {
  const bytes = zipSync({
    'b/unsubscribed.csv': strToU8('Email;Name\nb@example.com;B\n'),
    'a.csv': strToU8('Email\na@example.com\n'),
  });
  const { rows } = await read(bytes, 'audience.zip');
  t.same(
    rows.map(({ number, fileName, columns }) => [number, fileName, columns.Email]),
    [
      [1, 'a.csv', 'a@example.com'],
      [2, 'b/unsubscribed.csv', 'b@example.com'],
    ],
  );
});

t.test('a file that is compressed, or alone in a ZIP, is read under its own name', async (t) => {
  const name = 'unsubscribed_email_audience_export_1a2b.csv';
  const { sample, rows } = await read(zipSync({ [name]: strToU8('Email\na@example.com\n') }), 'audience.zip');
  t.equal(sample.fileName, name);
  t.equal(rows.length, 1);
  t.equal((await read(gzipSync('Email\na@example.com\n'), `${name}.gz`)).sample.fileName, name);
});

t.test('an invalid row is reported, and all other rows are read', async (t) => {
  const csv = await read('url,title\nhttps://a.example/,one,two\nhttps://b.example/\n');
  t.match(csv.rows, [
    { fault: 'The row has 3 cells, but the header has 2.' },
    { columns: { url: 'https://b.example/', title: '' } },
  ]);
  const deep = (levels: number) => `{"url":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const json = await read(`{"url":"https://a.example/"}\n{"url":\n7\n${deep(63)}\n${deep(200_000)}\n`, 'a.jsonl');
  t.same(
    json.rows.map(({ fault }) => fault),
    [
      undefined,
      'The record is not valid JSON.',
      'The record is not a JSON object.',
      undefined,
      'The record has more than 64 levels, or more than 100000 names and values.',
    ],
  );
});

t.test('the lines of a file can have different line breaks', async (t) => {
  const mixed =
    'url,slug,title\r\nhttps://a.example/m,mix1,x\nhttps://a.example/m,mix2,y\rhttps://a.example/m,mix3,"a\r\nb"\n\n\r\n';
  t.same(
    columnsOf(await read(mixed)).map(({ slug, title }) => [slug, title]),
    [
      ['mix1', 'x'],
      ['mix2', 'y'],
      ['mix3', 'a\r\nb'],
    ],
  );
  const contacts = await read('email,first_name\r\nm4@x-six.example,a\nm5@x-six.example,b\n', 'people.csv');
  t.same(
    columnsOf(contacts).map(({ first_name }) => first_name),
    ['a', 'b'],
  );
});

t.test('no cell in an export is read as the end of a line on import', async (t) => {
  const cells = ['a\rb', '\r', 'c\r\nd'];
  const { write } = formats.csv;
  t.same(Object.values((await read(write(['one', 'two', 'three'], [cells], true))).rows[0]?.columns ?? {}), [
    'a\rb',
    "'\r",
    'c\r\nd',
  ]);
});

t.test('each column gets a unique name', async (t) => {
  const { sample } = await read('url,,url,__proto__\nhttps://a.example/,1,2,3\n');
  t.same(sample.headers, ['url', 'Column 2', 'url (2)', '__proto__']);
});

/** Creates a ZIP of small files that each claim to be 3 GiB. */
function zipThatSwells(): Buffer {
  const bytes = Buffer.from(zipSync({ 'a.csv': strToU8(plain), 'b.csv': strToU8(plain), 'c.csv': strToU8(plain) }));
  const entry = Buffer.from('PK\x01\x02');
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1))
    bytes.writeUInt32LE(3 * 2 ** 30, at + 24);
  return bytes;
}

const refused: [name: string, bytes: string | Uint8Array, message: RegExp][] = [
  ['nothing', '', /no rows/],
  ['a header alone', 'url,title\n', /no rows/],
  ['an empty list', '[]', /no rows/],
  ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500)]), /neither CSV nor JSON/],
  ['too many columns', `${'a,'.repeat(1_001)}a\n1\n`, /more than 1000 columns/],
  ['a quote that is never closed', 'url\n"https://a.example/\n', /never closed/],
  ['a cell of several megabytes', `url,title\n"${'x'.repeat(3 * 2 ** 20)}\n`, /longer than 1 MiB/],
  ['a line of several megabytes', `{"a":1}\n{"a":"${'x'.repeat(3 * 2 ** 20)}`, /longer than 1 MiB/],
  ['a record of several megabytes', `[{"a":"${'x'.repeat(3 * 2 ** 20)}`, /longer than 1 MiB/],
  ['endless nested brackets', '['.repeat(3 * 2 ** 20), /longer than 1 MiB/],
  ['a list that is cut off', '[{"a":1},{"a"', /ends in the middle/],
  ['a second list that is cut off', '[{"a":1}][{"a":1}', /ends in the middle/],
  ['a gzip that is cut off', gzipSync(plain.repeat(100)).subarray(0, 60), /unpacked/],
  ['a ZIP that is cut off', zipSync({ 'a.csv': strToU8(plain) }).subarray(0, 60), /ZIP is damaged/],
  ['a ZIP without tables', zipSync({ 'a.exe': strToU8(plain) }), /contains no CSV/],
  ['a ZIP that is endless when unpacked', zipThatSwells(), /larger than 8 GiB/],
  ['an SQL dump where none is accepted', '-- dump\nINSERT INTO x VALUES (1);\n', /SQL dump/],
];
for (const [name, bytes, message] of refused) {
  t.test(`this file is refused with a readable error: ${name}`, async (t) => {
    await t.rejects(read(bytes), { message });
    await t.rejects(read(bytes), FileFault);
  });
}

t.test('a file of any length is read with at most 64 MiB of memory', async (t) => {
  const line = `https://example.com/a/path/of/some/length,"${'title '.repeat(10)}",tag\n`;
  const lines = 1_000;
  const block = line.repeat(lines);
  const blocks = 200;
  const text = async function* () {
    yield 'url,title,tags\n';
    for (let n = 0; n < blocks; n++) yield block;
  };
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), createWriteStream(file));
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = 0;
  let count = 0;
  const { rows } = await openImportFile(file, 'links.csv.gz');
  for await (const _ of rows()) if (++count % 10_000 === 0) most = Math.max(most, process.memoryUsage().rss - before);
  t.equal(count, lines * blocks);
  t.ok(most < 64 * 2 ** 20, `${Math.round(most / 2 ** 20)} MiB above`);
});
