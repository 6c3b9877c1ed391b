/** Other systems' rows become links with the same slug and destination, and a note about each omission. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { toCount, toShortUrl, toSlug } from '../../../daemon/imports/formats/core/values.ts';
import { otherFormats } from '../../../daemon/imports/formats/other-formats.ts';
import { LinkInput } from '../../../daemon/links/core/schema.ts';
import { RowFault, type Sample } from '../../../shared/import/format.ts';
import { toNames } from '../../../shared/import/names.ts';
import { toTime } from '../../../shared/import/values.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { compile } from '../../../shared/validate.ts';
import { longestDestination } from '../../fixtures/moving/awkward.ts';
import { t } from '../../runner/tap.ts';

type Columns = Record<string, unknown>;
const sampleOf = (kind: Sample['kind'], row: Columns): Sample => ({
  ...{ kind, headers: Object.keys(row), records: [row], fileName: 'links' },
});
const formatNamed = (name: string) =>
  otherFormats.find((format) => format.name === name) as (typeof otherFormats)[number];
const found = (sample: Sample) =>
  otherFormats.toSorted((one, other) => other.recognise(sample) - one.recognise(sample))[0]?.name;
const read = (name: string, columns: Columns, kind: Sample['kind'] = 'csv') => {
  const format = formatNamed(name);
  return format.read({ number: 1, columns }, format.propose(sampleOf(kind, columns)));
};
const url = 'https://example.com/a';

const rows: { what: string; format: string; kind?: 'json' | 'sql'; row: Columns; item: object; notes?: RegExp[] }[] = [
  {
    what: 'a CSV of Bitly',
    format: 'bitly',
    row: { Link: 'https://bit.ly/3abc', 'Custom Link': '', 'Destination URL': url },
    item: { slug: '3abc', domain: 'bit.ly', url },
  },
  {
    what: 'a CSV of Bitly with a custom link',
    format: 'bitly',
    row: { Link: 'https://bit.ly/3abc', 'Custom Link': 'https://go.brand.example/Sale', 'Destination URL': url },
    item: { slug: 'Sale', domain: 'go.brand.example', url },
    notes: [/generated short URL/],
  },
  {
    what: 'a CSV of Bitly as others had it',
    format: 'bitly',
    row: { Bitlink: 'bit.ly/x', 'Long URL': url, Title: 'Say "hi",\nthere 🚀', Tags: 'one, two' },
    item: { slug: 'x', domain: 'bit.ly', url, title: 'Say "hi",\nthere 🚀', tags: ['one', 'two'] },
  },
  {
    what: 'an answer of Bitly',
    format: 'bitly',
    kind: 'json',
    row: {
      ...{
        id: 'bit.ly/2',
        link: 'https://bit.ly/2',
        long_url: url,
        title: 'T',
        created_at: '2016-11-11T22:12:18+0000',
        archived: true,
      },
      ...{
        tags: ['a'],
        custom_bitlinks: ['http://go.brand.example/promo'],
        deeplinks: [{ app_id: 'x' }],
        references: { group: 'https://…' },
      },
    },
    item: {
      slug: 'promo',
      domain: 'go.brand.example',
      url,
      title: 'T',
      createdAt: '2016-11-11T22:12:18.000Z',
      archived: true,
      tags: ['a'],
    },
    notes: [/generated short URL/, /Deep links/],
  },
  {
    what: 'a CSV of Dub with the columns it has at first',
    format: 'dub',
    row: {
      'Short link': 'https://dub.sh/abc',
      'Destination URL': url,
      Clicks: '1234',
      'Created at': '2024-02-29T10:00:00.000Z',
    },
    item: { slug: 'abc', domain: 'dub.sh', url, importedClicks: 1_234, createdAt: '2024-02-29T10:00:00.000Z' },
  },
  {
    what: 'a CSV of Dub with all columns',
    format: 'dub',
    row: {
      ...{
        'Short link': 'https://dub.sh/abc',
        'Destination URL': url,
        Clicks: '0',
        Leads: '3',
        Conversions: '1',
        Revenue: '12.5',
      },
      ...{
        'Created at': '',
        'Link ID': 'link_1',
        'Updated at': '2024-03-01T00:00:00Z',
        Tags: 'a b, c',
        Archived: 'Yes',
      },
    },
    item: { slug: 'abc', domain: 'dub.sh', url, tags: ['a b', 'c'], archived: true },
    notes: [/Leads, conversions/],
  },
  {
    what: 'an answer of Dub',
    format: 'dub',
    kind: 'json',
    row: {
      ...{
        id: 'link_1',
        domain: 'go.example',
        key: 'Key',
        url,
        shortLink: 'https://go.example/Key',
        archived: false,
        proxy: true,
      },
      ...{
        externalId: 'e1',
        expiresAt: '2030-01-01T00:00:00.000Z',
        expiredUrl: 'https://example.com/over',
        password: 'long-enough',
      },
      ...{
        title: 'T',
        description: 'D',
        image: 'https://example.com/i.png',
        ios: 'https://apps.apple.com/1',
        android: 'market://x',
      },
      ...{
        geo: { DE: 'https://example.de/' },
        tags: [{ id: 't', name: 'News', color: 'red' }],
        comments: 'C',
        clicks: 7,
        leads: 0,
      },
      ...{
        utm_source: 'in the URL',
        createdAt: '2024-01-01T00:00:00Z',
        folderId: 'f',
        testVariants: [{ url, percentage: 50 }],
      },
    },
    item: {
      ...{
        slug: 'Key',
        domain: 'go.example',
        url,
        archived: false,
        externalId: 'e1',
        expiresAt: '2030-01-01T00:00:00.000Z',
      },
      ...{ expiredUrl: 'https://example.com/over', password: 'long-enough', title: 'T', note: 'C', importedClicks: 7 },
      ...{
        preview: { title: 'T', description: 'D', imageUrl: 'https://example.com/i.png' },
        iosUrl: 'https://apps.apple.com/1',
      },
      ...{
        androidUrl: 'market://x',
        geo: { DE: 'https://example.de/' },
        tags: ['News'],
        createdAt: '2024-01-01T00:00:00.000Z',
      },
    },
    notes: [/Folders/, /A\/B tests/],
  },
  {
    what: 'a disabled link of Dub, which has expired here',
    format: 'dub',
    kind: 'json',
    row: {
      domain: 'go.example',
      key: 'k',
      url,
      shortLink: 'https://go.example/k',
      disabledAt: '2024-05-05T00:00:00Z',
      expiresAt: '2099-01-01T00:00:00Z',
    },
    item: { slug: 'k', domain: 'go.example', url, expiresAt: '2024-05-05T00:00:00.000Z' },
    notes: [/disabled/],
  },
  {
    what: 'a CSV for Shlink',
    format: 'shlink',
    row: { 'Long URL': url, 'Short code': 'a-b_C', Domain: 's.example', Title: '', Tags: 'x|y z' },
    item: { slug: 'a-b_C', domain: 's.example', url, tags: ['x', 'y z'] },
  },
  {
    what: "a CSV of Shlink's web client",
    format: 'shlink',
    row: {
      ...{
        createdAt: '2016-08-21T20:34:16+02:00',
        title: 'T',
        shortUrl: 'https://s.example/12C18',
        domain: 's.example',
        shortCode: '12C18',
      },
      ...{ longUrl: url, tags: 'games|tech', visits: '328' },
    },
    item: {
      slug: '12C18',
      domain: 's.example',
      url,
      title: 'T',
      tags: ['games', 'tech'],
      importedClicks: 328,
      createdAt: '2016-08-21T18:34:16.000Z',
    },
  },
  {
    what: 'an answer of Shlink',
    format: 'shlink',
    kind: 'json',
    row: {
      ...{
        shortCode: '1',
        shortUrl: 'https://s.test:8443/1',
        longUrl: url,
        dateCreated: '2020-01-01T00:00:00+00:00',
        tags: [],
        title: null,
      },
      ...{
        visitsSummary: { total: 60, nonBots: 50, bots: 10 },
        domain: null,
        crawlable: true,
        forwardQuery: true,
        hasRedirectRules: true,
      },
      meta: { validSince: '2021-01-01T00:00:00+00:00', validUntil: '2031-01-01T00:00:00+00:00', maxVisits: 100 },
    },
    item: {
      ...{
        slug: '1',
        domain: 's.test:8443',
        url,
        importedClicks: 60,
        maxClicks: 40,
        createdAt: '2020-01-01T00:00:00.000Z',
      },
      ...{ startsAt: '2021-01-01T00:00:00.000Z', expiresAt: '2031-01-01T00:00:00.000Z' },
    },
    notes: [/Redirect rules are left out/],
  },
  {
    what: 'redirect rules of Shlink',
    format: 'shlink',
    kind: 'json',
    row: {
      ...{ shortCode: 'r', longUrl: url, dateCreated: '2020-01-01T00:00:00Z', hasRedirectRules: true },
      redirectRules: [
        { longUrl: `${url}2`, priority: 2, conditions: [{ type: 'device', matchKey: null, matchValue: 'ios' }] },
        {
          longUrl: `${url}1`,
          priority: 1,
          conditions: [
            { type: 'language', matchKey: null, matchValue: 'pt-BR' },
            { type: 'query-param', matchKey: 'a', matchValue: 'b' },
            { type: 'any-value-query-param', matchKey: 'c', matchValue: null },
            { type: 'valueless-query-param', matchKey: 'd', matchValue: null },
            { type: 'ip-address', matchKey: null, matchValue: '192.0.2.*' },
            { type: 'geolocation-country-code', matchKey: null, matchValue: 'br' },
            { type: 'after-date', matchKey: null, matchValue: '2030-01-01T01:00:00+01:00' },
          ],
        },
        {
          longUrl: url,
          priority: 3,
          conditions: [{ type: 'geolocation-city-name', matchKey: null, matchValue: 'Rio' }],
        },
        { longUrl: url, priority: 4, conditions: [{ type: 'device', matchKey: null, matchValue: 'ios' }] },
      ],
    },
    item: {
      ...{ slug: 'r', url, createdAt: '2020-01-01T00:00:00.000Z' },
      rules: [
        {
          when: {
            ...{ language: 'pt-BR', query: { a: 'b', c: true, d: '' }, ip: '192.0.2.0/24', country: 'BR' },
            from: '2030-01-01T00:00:00.000Z',
          },
          url: `${url}1`,
        },
        { when: { os: 'iOS' }, url: `${url}2` },
      ],
    },
    notes: [/cannot express/],
  },
  {
    what: 'redirect rules of Shlink with values that Waypost does not accept',
    format: 'shlink',
    kind: 'json',
    row: {
      ...{ shortCode: 'r', longUrl: url, dateCreated: '2020-01-01T00:00:00Z', hasRedirectRules: true },
      redirectRules: [
        ['ip-address', 'static-ip'],
        ['geolocation-country-code', 'FOO'],
        ['language', 'foo_bar'],
        ['language', 'de_AT'],
        ['ip-address', '192.0.2.1'],
      ].map(([type, matchValue], priority) => ({
        ...{ longUrl: url, priority },
        conditions: [{ type, matchKey: null, matchValue }],
      })),
    },
    item: {
      ...{ slug: 'r', url, createdAt: '2020-01-01T00:00:00.000Z' },
      rules: [
        { when: { language: 'de-AT' }, url },
        { when: { ip: '192.0.2.1' }, url },
      ],
    },
    notes: [/cannot express/],
  },
  {
    what: 'an A/B test of Dub',
    format: 'dub',
    kind: 'json',
    row: {
      ...{ shortLink: 'https://dub.sh/t', domain: 'dub.sh', key: 't', url },
      testVariants: [
        { url, percentage: 70 },
        { url: `${url}b`, percentage: 30 },
      ],
      ...{ testStartedAt: '2024-01-01T00:00:00.000Z', testCompletedAt: null },
    },
    item: {
      ...{ slug: 't', domain: 'dub.sh', url },
      variants: [
        { url, weight: 70 },
        { url: `${url}b`, weight: 30 },
      ],
    },
  },
  {
    what: 'an A/B test of Dub that starts later',
    format: 'dub',
    kind: 'json',
    row: {
      ...{ shortLink: 'https://dub.sh/t', domain: 'dub.sh', key: 't', url },
      testVariants: [
        { url, percentage: 70 },
        { url: `${url}b`, percentage: 30 },
      ],
      ...{ testStartedAt: '2094-01-01T00:00:00.000Z', testCompletedAt: '2094-02-01T00:00:00.000Z' },
    },
    item: {
      ...{ slug: 't', domain: 'dub.sh', url },
      rules: [
        {
          when: { from: '2094-01-01T00:00:00.000Z', to: '2094-02-01T00:00:00.000Z' },
          variants: [
            { url, weight: 70 },
            { url: `${url}b`, weight: 30 },
          ],
        },
      ],
    },
  },
  {
    what: 'a link of Shlink that had all its visits',
    format: 'shlink',
    kind: 'json',
    row: {
      shortCode: '1',
      longUrl: url,
      dateCreated: '2020-01-01T00:00:00Z',
      visitsSummary: { total: 5 },
      meta: { maxVisits: 5 },
    },
    item: {
      slug: '1',
      url,
      importedClicks: 5,
      createdAt: '2020-01-01T00:00:00.000Z',
      expiresAt: '2020-01-01T00:00:00.000Z',
    },
    notes: [/maximum number of clicks/],
  },
  {
    what: 'a row of the table of YOURLS',
    format: 'yourls',
    kind: 'sql',
    row: { keyword: 'Ab1', url, title: 'T', timestamp: '2020-05-05 10:11:12', ip: '192.0.2.1', clicks: '12' },
    item: { slug: 'Ab1', url, title: 'T', createdAt: '2020-05-05T10:11:12.000Z', importedClicks: 12 },
    notes: [/addresses of creators/],
  },
  {
    what: 'a link of Kutt with a password',
    format: 'kutt',
    kind: 'json',
    row: {
      ...{
        id: 'u',
        address: 'aB',
        target: url,
        domain: 'k.example',
        description: 'D',
        created_at: '2020-01-01T00:00:00.000Z',
        password: true,
      },
      ...{ expire_in: '2031-01-01T00:00:00.000Z', visit_count: 3, banned: false, link: 'https://k.example/aB' },
    },
    item: {
      ...{ slug: 'aB', domain: 'k.example', url, title: 'D', createdAt: '2020-01-01T00:00:00.000Z', importedClicks: 3 },
      ...{ expiresAt: '2031-01-01T00:00:00.000Z', password: /^.{32}$/ },
    },
    notes: [/Passwords/],
  },
  {
    what: 'an answer of Short.io',
    format: 'shortio',
    kind: 'json',
    row: {
      ...{
        originalURL: url,
        path: 'p',
        shortURL: 'http://go.example/p',
        secureShortURL: 'https://go.example/p',
        title: 'T',
        cloaking: true,
      },
      ...{
        iphoneURL: 'https://apps.apple.com/1',
        androidURL: 'https://play.google.com/1',
        archived: false,
        tags: ['a'],
        createdAt: '2020-01-01T00:00:00.000Z',
      },
      ...{
        expiresAt: 1_893_456_000_000,
        expiredURL: 'https://example.com/over',
        clicksLimit: 9,
        utmSource: 'mail',
        splitURL: null,
        redirectType: 302,
      },
    },
    item: {
      ...{
        slug: 'p',
        domain: 'go.example',
        url,
        title: 'T',
        iosUrl: 'https://apps.apple.com/1',
        androidUrl: 'https://play.google.com/1',
        archived: false,
      },
      ...{
        tags: ['a'],
        createdAt: '2020-01-01T00:00:00.000Z',
        expiresAt: '2030-01-01T00:00:00.000Z',
        expiredUrl: 'https://example.com/over',
      },
      ...{ maxClicks: 9, utm: { source: 'mail' } },
    },
    notes: [/cloaking/],
  },
  {
    what: 'any other table',
    format: 'csv',
    row: {
      'Full URL': longestDestination,
      Alias: '/promo/',
      'Creation date': '31.12.2023 18:30',
      Hits: '1,234',
      Labels: 'a;b',
      Owner: 'Ann',
    },
    item: {
      slug: 'promo',
      url: longestDestination,
      createdAt: '2023-12-31T18:30:00.000Z',
      importedClicks: 1_234,
      tags: ['a', 'b'],
    },
    notes: [/“Owner”/],
  },
  { what: 'a list of destinations alone', format: 'csv', row: { url }, item: { url } },
];

const validate = compile(LinkInput);
for (const { what, format, kind = 'csv', row, item, notes = [] } of rows) {
  t.test(`${what} is recognised and read`, async (t) => {
    t.equal(found(sampleOf(kind, row)), format);
    const given = read(format, row, kind);
    t.match(given.item, item);
    t.same(Object.keys(given.item).toSorted(), Object.keys(item).toSorted());
    t.equal(given.notes.length, notes.length, given.notes.join(' '));
    for (const note of notes)
      t.ok(
        given.notes.some((text) => note.test(text)),
        String(note),
      );
    const { createdAt: _, archived: __, ...body } = given.item;
    t.match(validate(body), { ok: true }, 'as POST /links takes it');
  });
}

const faults: { what: string; format: string; row: Columns; says: RegExp }[] = [
  {
    what: 'a keyword of more than 64 characters',
    format: 'yourls',
    row: { keyword: 'k'.repeat(65), url },
    says: /longer than 64 characters/,
  },
  {
    what: 'a slug with a slash',
    format: 'dub',
    row: { 'Short link': 'https://dub.sh/a/b', 'Destination URL': url },
    says: /letters, digits/,
  },
  {
    what: 'the page of a domain',
    format: 'dub',
    row: { 'Short link': 'https://dub.sh/', 'Destination URL': url },
    says: /page of a domain/,
  },
  {
    what: 'the page of a domain, by its key',
    format: 'dub',
    row: { key: '_root', domain: 'd.example', url, shortLink: 'https://d.example' },
    says: /page of a domain/,
  },
  {
    what: 'a keyword that starts with _',
    format: 'yourls',
    row: { keyword: '_lead', url },
    says: /starts with - or _/,
  },
  {
    what: 'a keyword that starts with -',
    format: 'yourls',
    row: { keyword: '-lead', url },
    says: /starts with - or _/,
  },
  { what: 'a keyword with other characters', format: 'yourls', row: { keyword: '_é', url }, says: /letters, digits/ },
  { what: 'no destination', format: 'csv', row: { slug: 'a', url: ' ' }, says: /no destination/ },
  { what: 'an unreadable expiry date', format: 'csv', row: { url, expires: '03/04/2024' }, says: /expiry/ },
  ...['2031-04-31', 'Feb 30, 2031', '31.02.2031', '2031-02-29T10:00:00Z', '2031-13-01', '2031-02-32'].map(
    (expiresAt) => ({
      what: `an end on ${expiresAt}`,
      format: 'csv',
      row: { url, slug: 'a', expiresAt },
      says: /expiry/,
    }),
  ),
  { what: 'a ban', format: 'kutt', row: { address: 'a', target: url, banned: true }, says: /banned/ },
];
for (const { what, format, row, says } of faults) {
  t.test(`a row with ${what} fails with a readable error`, async (t) => {
    t.throws(() => read(format, row), { name: 'RowFault', message: says });
  });
}

t.test('values that are too long are shortened, with a note', async (t) => {
  const { item, notes } = read('csv', {
    url,
    title: '🚀'.repeat(300),
    tags: ['x'.repeat(50), ...Array.from({ length: 30 }, (_, n) => `t${n}`)],
  });
  t.equal(item.title, '🚀'.repeat(200));
  t.equal(item.note, '🚀'.repeat(300), 'the note has the rest');
  t.equal(item.tags?.length, 20);
  t.equal(item.tags?.[0], 'x'.repeat(40));
  t.equal(notes.length, 3);
});

t.test('keywords from YOURLS in a subfolder are imported without the folder, with a note', async (t) => {
  const row = {
    shorturl: 'https://y.example:8443/s/abc',
    url,
    timestamp: '2024-01-01 00:00:00',
    ip: '',
    clicks: '5000000000',
  };
  const { item, notes } = read('yourls', row, 'json');
  t.match(item, { slug: 'abc', domain: 'y.example:8443', importedClicks: 4_000_000_000 });
  t.match(notes, [/folder of the old installation/, /over 4,000,000,000 are reduced to this number/]);
  t.match(read('yourls', { ...row, shorturl: 'https://y.example/abc', clicks: '1' }, 'json'), {
    item: { slug: 'abc' },
    notes: [],
  });
});

t.test('a mapping overrides known column names, and null omits a column without a note', async (t) => {
  const row = { url: 'https://example.com/wrong', Website: url, Name: 'T' };
  t.same(formatNamed('csv').read({ number: 1, columns: row }, { url: null, Website: 'url', Name: 'note' }), {
    item: { url, note: 'T' },
    notes: [],
  });
});

t.test("Kutt's exported links are imported unchanged", async (t) => {
  const { data } = JSON.parse(readFileSync(path.join(projectRoot, 'test/fixtures/moving/kutt-api.json'), 'utf8'));
  for (const link of data as Columns[]) {
    t.equal(found(sampleOf('json', link)), 'kutt');
    const { item } = read('kutt', link, 'json');
    t.match(item, { slug: link.address, url: link.target, domain: 'kutt.test' });
    t.equal(item.importedClicks ?? 0, link.visit_count);
  }
});

t.test("values are read in each system's formats", async (t) => {
  const times: [unknown, string | undefined][] = [
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-31 09:05:07', '2024-01-31T09:05:07.000Z'],
    ['2024-01-31T09:05:07.5+0530', '2024-01-31T03:35:07.500Z'],
    ['1706691907', '2024-01-31T09:05:07.000Z'],
    [1_706_691_907_000, '2024-01-31T09:05:07.000Z'],
    ['31.01.2024', '2024-01-31T00:00:00.000Z'],
    ['1/31/2024 3:04 PM', '2024-01-31T15:04:00.000Z'],
    ['31/1/2024 12:00 am', '2024-01-31T00:00:00.000Z'],
    ['Jan 31, 2024', '2024-01-31T00:00:00.000Z'],
    ['Wed, 31 Jan 2024 09:05:07 GMT', '2024-01-31T09:05:07.000Z'],
    ['03/04/2024', undefined],
    ['30.02.2024', undefined],
    ['2031-02-30', undefined],
    ['2031-04-31T10:00:00+02:00', undefined],
    ['2023-02-29 10:00', undefined],
    ['2031-13-01', undefined],
    ['2031-02-32', undefined],
    ['Feb 30, 2031', undefined],
    ['Sun, 30 Feb 2031 09:05:07 GMT', undefined],
    ['28.02.2024 10:61', undefined],
    ['28.02.2024 25:00', undefined],
    ['0000-00-00 00:00:00', undefined],
    ['soon', undefined],
    ['12', undefined],
  ];
  for (const [given, expected] of times) t.equal(toTime(given), expected, String(given));
  t.same(['1,234', '1.234.567', '7', '7.0', '12 345', 8, '', '1e9', '-1', 'x'].map(toCount), [
    1_234,
    1_234_567,
    7,
    7,
    12_345,
    8,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  t.same(toNames('["a, b","c"]'), ['a, b', 'c']);
  t.same(toNames('a|b, c'), ['a', 'b, c']);
  t.same(toShortUrl('HTTPS://Go.Example:8443/a%20b/?x#y'), { domain: 'go.example:8443', slug: 'a b' });
  t.same(['go.example/x', 'no url', 'mailto:a@b.example', ''].map(toShortUrl), [
    { domain: 'go.example', slug: 'x' },
    undefined,
    undefined,
    undefined,
  ]);
});

const blanks = ' '.repeat(100_000);
const names: [cell: string, names: string[]][] = [
  ['"a, b","c"', ['a, b', 'c']],
  [' "say ""hi"" now" , b', ['say "hi" now', 'b']],
  ['"a" b, c', ['"a" b', 'c']],
  ['"a, b', ['"a', 'b']],
  ['a\\,b, c\\', ['a,b', 'c']],
  [',, a ,', ['a']],
  [`a,${blanks}\\\n`, ['a']],
  [`${'"x,'.repeat(3)}${blanks}`, ['"x']],
  [`a${blanks}b`, [`a${blanks}b`]],
];
t.test('tag names are separated by commas outside quotes, in cells of any length', async (t) => {
  for (const [cell, expected] of names) t.same(toNames(cell), expected, cell.slice(0, 50));
  t.equal(toNames(`${'"",'.repeat(100_000)}"`).length, 1);
});

t.test('slashes around a slug are removed, however many there are', async (t) => {
  const slashes = '/'.repeat(500_000);
  t.equal(toSlug(`${slashes}a${slashes}b${slashes}`), `a${slashes}b`);
});

t.test('every row becomes a link or an error sentence', async (t) => {
  const names = otherFormats.flatMap((format) =>
    rows.filter((row) => row.format === format.name).flatMap(({ row }) => Object.keys(row)),
  );
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.jsonValue(),
    fc.webUrl(),
    fc.constantFrom('__proto__', '1e999', '-'),
  );
  const columns = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), cell, { maxKeys: 12 });
  fc.assert(
    fc.property(
      fc.constantFrom(...otherFormats),
      columns,
      fc.constantFrom<Sample['kind']>('csv', 'json', 'sql'),
      (format, row, kind) => {
        const sample = sampleOf(kind, row);
        t.ok(format.recognise(sample) >= 0);
        try {
          const { item, notes } = format.read({ number: 1, columns: row }, format.propose(sample));
          t.ok(item.url !== '' && notes.every((note) => note.endsWith('.')));
        } catch (error) {
          if (!(error instanceof RowFault)) throw error;
        }
      },
    ),
    { numRuns: 500 },
  );
});
