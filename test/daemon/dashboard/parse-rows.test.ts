/** Pasted texts that become many links. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { faultsIn, parseRows, toCsv, toText } from '../../../daemon/dashboard/screens/create-many/parse-rows.ts';
import { t } from '../../runner/tap.ts';

const row = (number: number, url: string, slug = '', title = '', tags: string[] = []) => ({
  number,
  url,
  slug,
  title,
  tags,
});

t.test('pasted rows are read in every common format, each with its line number', async (t) => {
  const cases: [name: string, text: string, rows: ReturnType<typeof row>[]][] = [
    ['nothing', ' \n\t\n', []],
    [
      'addresses alone',
      'https://a.example/\r\n\r\nb.example/x',
      [row(1, 'https://a.example/'), row(3, 'https://b.example/x')],
    ],
    ['tabs', 'https://a.example/\ts\tA title\tx;y|x', [row(1, 'https://a.example/', 's', 'A title', ['x', 'y'])]],
    [
      'commas and quotes',
      'https://a.example/,s,"A, ""b""",x,y',
      [row(1, 'https://a.example/', 's', 'A, "b"', ['x', 'y'])],
    ],
    ['an address with commas', 'https://a.example/@52.5,13.4,7z', [row(1, 'https://a.example/@52.5,13.4,7z')]],
    ['an address with commas in quotes', '"https://a.example/a,b",s', [row(1, 'https://a.example/a,b', 's')]],
    [
      'a heading in another order',
      'Tags,Slug,Long URL,Size\nx,s,https://a.example/,7',
      [row(2, 'https://a.example/', 's', '', ['x'])],
    ],
    [
      'a title of two lines',
      'https://a.example/\ts\t"one\r\ntwo"\rb.example\r\nc.example',
      [row(1, 'https://a.example/', 's', 'one\r\ntwo'), row(3, 'https://b.example'), row(4, 'https://c.example')],
    ],
  ];
  for (const [name, text, rows] of cases) t.same(parseRows(text), rows, name);
});

t.test('errors that the browser can find itself are reported before the request', async (t) => {
  const cases: [text: string, fault: object | undefined][] = [
    ['https://a.example/\ts', undefined],
    ['\tslug', { is: 'noUrl' }],
    ['no address here', { is: 'badUrl' }],
    ['ftp://a.example/', { is: 'badUrl' }],
    [`https://a.example/${'x'.repeat(2048)}`, { is: 'longUrl' }],
    ['https://a.example/\t-s', { is: 'badSlug' }],
    [`https://a.example/\ts\t${'x'.repeat(201)}`, { is: 'longTitle' }],
    [`https://a.example/\ts\t\t${'x'.repeat(41)}`, { is: 'longTag' }],
    [`https://a.example/\ts\t\t${Array.from({ length: 21 }, (_, n) => n).join(';')}`, { is: 'manyTags' }],
  ];
  for (const [text, fault] of cases) t.same(faultsIn(parseRows(text)).get(1), fault, text.slice(0, 40));
  t.same(faultsIn(parseRows('a.example\ts\nb.example\ts')), new Map([[2, { is: 'slugTwice', row: 1 }]]));
});

t.test('rows written as text for a retry are parsed as the same rows', async () => {
  const cell = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.trim().replaceAll('\r', ''));
  const rows = fc.array(fc.tuple(fc.webUrl(), cell, fc.stringMatching(/^[a-z0-9]{0,5}$/)), { minLength: 1 });
  fc.assert(
    fc.property(rows, (made) => {
      const before = made.map(([url, title, slug], n) => row(n + 1, url, slug, title, ['x', 'y']));
      const after = parseRows(toText(before)).map((one, n) => ({ ...one, number: n + 1 }));
      return isDeepStrictEqual(after, before);
    }),
    { numRuns: 200 },
  );
});

t.test('a written CSV file contains no formula that a spreadsheet runs', async (t) => {
  t.equal(toCsv([['=1+1', 'a,b', '"', 'x']]), `'=1+1,"a,b","""",x`);
});
