/** Programs of other systems work with Waypost: published clients, and Waypost's own readers of all four systems. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as client from '@shlinkio/shlink-js-sdk';
import * as contract from '@shlinkio/shlink-js-sdk/api-contract';
import * as http from '@shlinkio/shlink-js-sdk/fetch';
import { Kutt } from 'kutt';
import { accessTo, readSystem } from '../../../daemon/imports/sources/read-system.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

// The package's types are for bundlers.
const { ErrorType, FetchHttpClient, ShlinkApiClient }: Json = { ...client, ...contract, ...http };

const daemon = await startDaemon(t, {
  env: { COMPAT: 'yourls,shlink,kutt,bitly', PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' },
});
const { db } = daemon.context;
const clientOf = (apiKey: string) => new ShlinkApiClient(new FetchHttpClient(), { baseUrl: daemon.origin, apiKey });
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: Json) => [error.status, error.type],
  );

t.test("Shlink's client creates, finds, lists, changes and deletes short URLs", async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const client = clientOf(key);
  const created = await client.createShortUrl({
    longUrl: 'https://example.com/spring',
    customSlug: 'spring',
    title: 'Spring',
    tags: ['a', 'b,c'],
    validSince: '2026-01-01T02:00:00+02:00',
    validUntil: '2099-01-01T00:00:00+00:00',
    maxVisits: 100,
    crawlable: true,
    forwardQuery: true,
  });
  const { dateCreated, ...shown } = created;
  t.strictSame(shown, {
    shortCode: 'spring',
    shortUrl: 'http://localhost:8080/spring',
    longUrl: 'https://example.com/spring',
    visitsSummary: { total: 0, nonBots: 0, bots: 0 },
    tags: ['a', 'b,c'],
    meta: { validSince: '2026-01-01T00:00:00+00:00', validUntil: '2099-01-01T00:00:00+00:00', maxVisits: 100 },
    domain: null,
    title: 'Spring',
    crawlable: false,
    forwardQuery: true,
    hasRedirectRules: false,
  } as Json);
  t.match(dateCreated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  t.strictSame(await client.getShortUrl({ shortCode: 'spring' }), created);
  t.strictSame(await client.getShortUrl({ shortCode: 'spring', domain: 'localhost:8080' }), created);

  const plain = { longUrl: 'https://example.com/plain' };
  const first = await client.createShortUrl(plain);
  t.match(first.shortCode, /^\w{7}$/);
  t.strictSame(await client.createShortUrl({ ...plain, findIfExists: true }), first);
  t.not((await client.createShortUrl(plain)).shortCode, first.shortCode);

  const changed = await client.updateShortUrl(
    { shortCode: 'spring' },
    { longUrl: 'https://example.com/summer', title: null, tags: ['c'], validSince: null, maxVisits: null },
  );
  t.match(changed, { longUrl: 'https://example.com/summer', title: null, tags: ['c'] });
  t.strictSame(changed.meta, { validSince: null, validUntil: '2099-01-01T00:00:00+00:00', maxVisits: null } as Json);
  t.strictSame(await client.listTags(), {
    data: ['c'],
    pagination: { currentPage: 1, pagesCount: 1, itemsPerPage: 1, itemsInCurrentPage: 1, totalItems: 1 },
  } as Json);
  await client.deleteShortUrl({ shortCode: 'spring' });
  t.strictSame(await refused(client.getShortUrl({ shortCode: 'spring' })), [404, ErrorType.INVALID_SHORTCODE]);
  t.match(await client.health(), { status: 'pass' });
});

t.test("Shlink's client can page through, filter and sort a list", async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const client = clientOf(key);
  for (let n = 0; n < 7; n++) {
    const tags = [n % 2 ? 'odd' : 'even', ...(n === 3 ? ['three, or 3'] : [])];
    await client.createShortUrl({
      longUrl: `https://example.com/list/${n}`,
      customSlug: `list-${n}`,
      tags,
      title: `T${9 - n}`,
    });
  }
  await db.updateTable('links').set({ clicks: 5 }).where('slug', '=', 'list-2').execute();
  const codes = async (params: Json) =>
    (await client.listShortUrls(params)).data.map(({ shortCode }: Json) => shortCode.slice(5)).join('');
  for (const [params, expected] of [
    [{}, '6543210'],
    [{ itemsPerPage: 3 }, '654'],
    [{ itemsPerPage: 3, page: '2' }, '321'],
    [{ itemsPerPage: 3, page: '3' }, '0'],
    [{ itemsPerPage: 3, page: '4' }, ''],
    [{ orderBy: { field: 'dateCreated', dir: 'ASC' }, itemsPerPage: 2, page: '2' }, '23'],
    [{ orderBy: { field: 'title', dir: 'ASC' }, itemsPerPage: 2, page: '2' }, '43'],
    [{ orderBy: { field: 'visits', dir: 'DESC' }, itemsPerPage: 1 }, '2'],
    [{ orderBy: { field: 'longUrl', dir: 'ASC' } }, '6543210'],
    [{ searchTerm: 'LIST/4' }, '4'],
    [{ searchTerm: 'example.com/list', itemsPerPage: 4, page: '2' }, '210'],
    [{ tags: ['odd'] }, '531'],
    [{ tags: ['odd'], itemsPerPage: 2, page: '2' }, '1'],
    [{ tags: ['odd', 'even'] }, '6543210'],
    [{ tags: ['odd', 'three, or 3'], tagsMode: 'all' }, '3'],
    [{ excludeTags: ['odd'] }, '6420'],
    [{ tags: ['none'], page: '2' }, ''],
    [{ domain: 'DEFAULT' }, '6543210'],
    [{ domain: 'other.example' }, ''],
    [{ startDate: '2000-01-01T00:00:00+02:00' }, '6543210'],
    [{ endDate: '2000-01-01T00:00:00+02:00' }, ''],
  ] as [Json, string][]) {
    t.equal(await codes(params), expected, JSON.stringify(params));
  }
  t.strictSame((await client.listShortUrls({ itemsPerPage: 3, page: '3' })).pagination, {
    currentPage: 3,
    pagesCount: 3,
    itemsPerPage: 3,
    itemsInCurrentPage: 1,
    totalItems: 7,
  } as Json);
  t.strictSame((await client.getShortUrl({ shortCode: 'list-2' })).visitsSummary, { total: 5, nonBots: 5, bots: 0 });
  t.match(await client.getShortUrlVisits({ shortCode: 'list-2' }), { data: [], pagination: { totalItems: 5 } });
  const period = { startDate: '2026-01-01T00:00:00Z' };
  t.match(await client.getShortUrlVisits({ shortCode: 'list-2' }, period), { pagination: { totalItems: 0 } });
  t.match(await client.getVisitsOverview(), { nonOrphanVisits: { total: 5 }, orphanVisits: { total: 0 } });
  t.match((await client.listDomains()).data, [{ domain: 'localhost:8080', isDefault: true }]);
});

t.test("Shlink's client recognises each error", async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const reader = await addWorkspace(db, 'scale', 'viewer');
  const client = clientOf(key);
  const longUrl = 'https://example.com/errors';
  await client.createShortUrl({ longUrl, customSlug: 'errors' });
  for (const [asked, status, type, more] of [
    [() => clientOf('').listShortUrls(), 401, ErrorType.INVALID_AUTHORIZATION, { expectedHeaders: ['X-Api-Key'] }],
    [() => clientOf('wrong').listShortUrls(), 401, ErrorType.INVALID_API_KEY],
    [
      () => client.createShortUrl({ longUrl, customSlug: 'errors' }),
      400,
      ErrorType.INVALID_SLUG,
      { customSlug: 'errors' },
    ],
    [() => client.createShortUrl({ longUrl: '' }), 400, ErrorType.INVALID_ARGUMENT, { invalidElements: ['longUrl'] }],
    [
      () => client.createShortUrl({ longUrl: 'http://10.0.0.1/' }),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['longUrl'] },
    ],
    [
      () => client.createShortUrl({ longUrl, customSlug: 'a/b' }),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['customSlug'] },
    ],
    [
      () => client.createShortUrl({ longUrl, domain: 'other.example' }),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['domain'] },
    ],
    [
      () => client.createShortUrl({ longUrl, pathPrefix: 'p' } as Json),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['pathPrefix'] },
    ],
    [
      () => client.createShortUrl({ longUrl, validUntil: 'soon' }),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['validUntil'] },
    ],
    [
      () => client.updateShortUrl({ shortCode: 'errors' }, { maxVisits: -1 }),
      400,
      ErrorType.INVALID_ARGUMENT,
      { invalidElements: ['maxVisits'] },
    ],
    [() => client.listShortUrls({ startDate: 'soon', page: '2' }), 400, ErrorType.INVALID_ARGUMENT],
    [() => client.listShortUrls({ page: '1002' }), 400, ErrorType.INVALID_ARGUMENT],
    [() => client.getShortUrl({ shortCode: 'missing' }), 404, ErrorType.INVALID_SHORTCODE, { shortCode: 'missing' }],
    [() => client.getShortUrl({ shortCode: 'errors', domain: 'other.example' }), 404, ErrorType.INVALID_SHORTCODE],
    [() => clientOf(reader.key).getShortUrl({ shortCode: 'errors' }), 404, ErrorType.INVALID_SHORTCODE],
    [() => clientOf(reader.key).createShortUrl({ longUrl }), 403, 'about:blank', { title: 'forbidden' }],
    [() => client.tagsStats(), 404, ErrorType.NOT_FOUND],
    [() => client.mercureInfo(), 404, ErrorType.NOT_FOUND],
  ] as [() => Promise<unknown>, number, string, Json?][]) {
    const error: Json = await asked().then(
      () => 'succeeded',
      (problem) => problem,
    );
    t.match(error, { status, type, ...more }, JSON.stringify(error));
    t.strictSame([typeof error.title, typeof error.detail], ['string', 'string']);
  }
});

t.test("Kutt's client creates, lists, changes and deletes links, and recognises errors", async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const kutt = new Kutt().set('api', `${daemon.origin}/api/v2`).set('key', key);
  t.ok(await kutt.health().check());
  const links = kutt.links();
  const target = 'https://example.com/kutt';
  const created = await links.create({ target, customurl: 'by-kutt', description: 'Kutt', expire_in: '2 hours' });
  t.match(created, { address: 'by-kutt', link: 'http://localhost:8080/by-kutt', target, description: 'Kutt' });
  t.match(await links.list({ skip: 0, limit: 10 }), { total: 1, data: [{ id: created.id }] });
  const changed = await links.update(created.id, { target: `${target}/2`, address: 'by-kutt-2', description: 'New' });
  t.match(changed, { id: created.id, address: 'by-kutt-2', target: `${target}/2`, description: 'New' });
  await t.rejects(links.create({ target, customurl: 'by-kutt-2' }), { message: /already used/ });
  t.type(await links.remove(created.id), 'string');
  t.match(await links.list(), { total: 0, data: [] });
  await t.rejects(new Kutt().set('api', `${daemon.origin}/api/v2`).set('key', 'wrong').links().list(), {
    message: /API key/,
  });
});

t.test('importers of all four systems read every link, with title and clicks', async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const call = caller(daemon, key);
  const links = Array.from({ length: 120 }, (_, n) => ({
    ...{ url: `https://example.com/all/${n}`, slug: `all-${n}`, title: `Title ${n}`, importedClicks: n },
  }));
  for (let at = 0; at < links.length; at += 40) await call('POST', '/links/bulk', { links: links.slice(at, at + 40) });
  const names = { shlink: 'longUrl', kutt: 'target', yourls: 'url', bitly: 'long_url' } as const;
  const folder = t.testdir();
  for (const system of ['shlink', 'kutt', 'yourls', 'bitly'] as const) {
    const file = path.join(folder, system);
    const reading = await readSystem(system, accessTo(system, daemon.origin, key), {
      ...{ file, allowPrivate: true, signal: new AbortController().signal, wait: async () => {} },
    });
    t.strictSame(reading, { rows: 120, missing: 0 }, system);
    const rows = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.strictSame(new Set(rows.map((row) => row[names[system]])), new Set(links.map(({ url }) => url)), system);
    const third = rows.find((row) => row[names[system]].endsWith('/3'));
    const [title, clicks] = {
      shlink: () => [third.title, third.visitsSummary.total],
      kutt: () => [third.description, third.visit_count],
      yourls: () => [third.title, third.clicks],
      bitly: () => [third.title, 3],
    }[system]();
    t.strictSame([title, clicks], ['Title 3', 3], system);
  }
});
