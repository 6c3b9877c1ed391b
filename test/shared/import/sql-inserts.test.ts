/** The rows read from a dump are the table's rows, whichever program wrote it and however it is split into chunks. */
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { type InsertedRow, readInserts } from '../../../shared/import/sql-inserts.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const moving = (name: string) => path.join(projectRoot, 'test/fixtures/moving', name);
const isOfLinks = (columns: readonly string[]) => columns.includes('keyword') && columns.includes('url');

async function rowsOf(chunks: AsyncIterable<Buffer>, wants = isOfLinks) {
  const rows: InsertedRow[] = [];
  for await (const row of readInserts(chunks, wants)) rows.push(row);
  return rows;
}
const ofText = (sql: string | Buffer, size = 1_000_000, wants = isOfLinks) => {
  const bytes = Buffer.from(sql);
  const count = Math.ceil(bytes.length / size);
  return rowsOf(
    Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size))),
    wants,
  );
};

type ApiLink = { shorturl: string; url: string; title: string; timestamp: string; ip: string; clicks: number };
const fromApi = Object.values(JSON.parse(readFileSync(moving('yourls-api.json'), 'utf8')).links) as ApiLink[];
const bySlug = (one: { keyword: string }, other: { keyword: string }) => (one.keyword < other.keyword ? -1 : 1);
const links = fromApi
  .map(({ shorturl, clicks, ...others }) => ({
    keyword: new URL(shorturl).pathname.slice(1),
    ...others,
    clicks: String(clicks),
  }))
  .toSorted(bySlug);
const toLinks = (rows: InsertedRow[]) => rows.map(({ columns }) => columns as { keyword: string }).toSorted(bySlug);

for (const name of ['yourls-mariadb-dump.sql', 'yourls-one-by-one.sql', 'yourls-phpmyadmin.sql']) {
  t.test(`${name}: a dump by this program gives the same links as the YOURLS API`, async (t) => {
    t.same(toLinks(await rowsOf(createReadStream(moving(name)) as AsyncIterable<Buffer>)), links);
    for (const size of [1, 7, 64, 4_096])
      t.same(toLinks(await ofText(readFileSync(moving(name)), size)), links, `cut every ${size} bytes`);
  });
}

const create =
  'CREATE TABLE `yourls_url` (`keyword` varchar(100), `url` text, PRIMARY KEY (`keyword`), KEY `u` (`url`(30)));';
const forms: { what: string; sql: string | Buffer; rows: [string | null, string | null][] }[] = [
  {
    what: 'columns named in CREATE TABLE',
    sql: `${create} INSERT INTO yourls_url VALUES ('a','b'),('c','d');`,
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    what: 'columns named in the statement, in another order',
    sql: 'insert ignore into `d`.`yourls_url` (`url`,`keyword`) values ("b", "a");',
    rows: [['a', 'b']],
  },
  {
    what: 'phpMyAdmin: a statement over several lines, with comments and line feeds as escapes',
    sql: "-- phpMyAdmin SQL Dump\n-- https://www.phpmyadmin.net/\nSET SQL_MODE = \"NO_AUTO_VALUE_ON_ZERO\";\n/*!40101 SET NAMES utf8mb4 */;\n--\n-- Daten für Tabelle `yourls_url`\n--\n\nINSERT INTO `yourls_url` (`keyword`, `url`) VALUES\n('a', 'it\\'s; \\r\\n--no comment'),\n('c', '/* none */');\nCOMMIT;",
    rows: [
      ['a', "it's; \r\n--no comment"],
      ['c', '/* none */'],
    ],
  },
  {
    what: 'two quotes for one, brackets and semicolons in texts',
    sql: "INSERT INTO t (keyword,url) VALUES ('a''b)','(c);,');",
    rows: [["a'b)", '(c);,']],
  },
  {
    what: 'NULL, numbers, hexadecimal texts and introducers',
    sql: "INSERT INTO t (keyword,url) VALUES (0x4142,NULL),(7,x'c3a4'),(_utf8mb4'é',_binary 'z');",
    rows: [
      ['AB', null],
      ['7', 'ä'],
      ['é', 'z'],
    ],
  },
  {
    what: 'text that is not UTF-8',
    sql: Buffer.from("INSERT INTO t (keyword,url) VALUES ('a','Z\xfcrich \x80');", 'latin1'),
    rows: [['a', 'Zürich €']],
  },
  {
    what: 'tables that are not requested',
    sql: "INSERT INTO log (id) VALUES (1,'x'),(2,'y'); INSERT INTO t (keyword,url) VALUES ('a','b');",
    rows: [['a', 'b']],
  },
  {
    what: 'statements after the rows',
    sql: "INSERT INTO t (keyword,url) VALUES ('a','b') ON DUPLICATE KEY UPDATE url=VALUES(url), n=(1); # end\n",
    rows: [['a', 'b']],
  },
  {
    what: 'names in double quotes',
    sql: 'INSERT INTO "yourls_url" ("keyword", "url") VALUES (\'a\',\'b\');',
    rows: [['a', 'b']],
  },
  { what: 'no semicolon at the end', sql: "INSERT INTO t (keyword,url) VALUES ('a','b')", rows: [['a', 'b']] },
];

for (const { what, sql, rows } of forms) {
  t.test(`a dump with ${what} is read correctly`, async (t) => {
    for (const size of [1_000, 1]) {
      t.same(
        (await ofText(sql, size)).map(({ columns }) => [columns.keyword, columns.url]),
        rows,
      );
    }
  });
}

t.test('a dump that ends within a row, or before an expected row, is refused', async (t) => {
  const rows = [
    "('a','b'),('c'",
    "('a','b'),('c','",
    "('a','b'),('c','d",
    "('a','b'),('c','d'",
    "('a','b'),",
    "('a','b'),\n-- x\n",
    '',
  ];
  const ends = [...rows.map((end) => ` (keyword,url) VALUES ${end}`), ' (keyword,', ' (keyword,url)', ' '];
  for (const end of ends) {
    const message = /middle of its rows/;
    await t.rejects(ofText(`INSERT INTO t (keyword,url) VALUES ('z','z'); INSERT INTO t${end}`), {
      name: 'FileFault',
      message,
    });
  }
});

const escaped = (text: string) =>
  `'${text.replace(/[\0\n\r\x1a'"\\]/g, (mark) => ({ '\0': '\\0', '\n': '\\n', '\r': '\\r', '\x1a': '\\Z' })[mark] ?? `\\${mark}`)}'`;
const doubled = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

t.test('every text is read back unchanged, in both kinds of escaping and in any chunks', async (t) => {
  const row = fc.tuple(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom("'", '\\', "\\'", '";--', '*/')),
  );
  const rows = fc.array(row, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(escaped, doubled),
      async (given, size, write) => {
        const values = given.map((texts) => `(${texts.map(write).join(',')})`);
        const read = await ofText(`INSERT INTO t (keyword, url) VALUES ${values.join(', ')};`, size);
        t.same(
          read.map(({ columns }) => [columns.keyword, columns.url]),
          given,
        );
      },
    ),
  );
});
