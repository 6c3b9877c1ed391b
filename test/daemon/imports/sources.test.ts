/**
 * Running systems are read completely through their APIs: page by page, at their rate limits, and continued after an interruption.
 * The servers here follow each protocol in the programs' sources and manuals.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SourceFault } from '../../../daemon/imports/sources/fetch-page.ts';
import { accessTo, type ReadOptions, readSystem } from '../../../daemon/imports/sources/read-system.ts';
import type { SystemName } from '../../../daemon/imports/sources/systems.ts';
import { t } from '../../runner/tap.ts';

type Asked = { path: string; parameters: URLSearchParams; headers: IncomingMessage['headers'] };
type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

let answer: (asked: Asked) => Answer;
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://system.test');
    const parameters = new URLSearchParams(`${url.search.slice(1)}&${Buffer.concat(chunks)}`);
    const { status = 200, headers = {}, body } = answer({ path: url.pathname, parameters, headers: request.headers });
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
t.teardown(() => server.close());
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const folder = t.testdir();
let files = 0;
const newFile = () => path.join(folder, `${++files}.jsonl`);
const waits: number[] = [];
const options = (file: string, more: Partial<ReadOptions> = {}): ReadOptions => ({
  ...{ file, allowPrivate: true, signal: new AbortController().signal },
  wait: async (ms) => void waits.push(ms),
  ...more,
});
const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const number = (asked: Asked, name: string) => Number(asked.parameters.get(name));

const count = 230;
const slugs = Array.from({ length: count }, (_, n) => `s${n}`);
const page = (from: number, size: number) => slugs.slice(from, from + size);

/** The answers of each system with `count` links and the right key. */
const protocols: Record<SystemName, { key: string; answer: (asked: Asked) => Answer; idOf: (row: never) => string }> = {
  shlink: {
    key: 'shlink-key',
    answer(asked) {
      if (asked.headers['x-api-key'] !== 'shlink-key' || !asked.path.startsWith('/under/rest/v3/short-urls'))
        return { status: 401, body: {} };
      if (asked.path.endsWith('/s7/redirect-rules'))
        return { body: { defaultLongUrl: '', redirectRules: [{ priority: 1 }] } };
      if (asked.path.endsWith('/redirect-rules')) return { status: 404, body: {} };
      const size = number(asked, 'itemsPerPage');
      const data = page((number(asked, 'page') - 1) * size, size).map((shortCode) => ({
        shortCode,
        shortUrl: `https://s.test/${shortCode}`,
        hasRedirectRules: shortCode === 's7' || shortCode === 's8',
      }));
      const pagination = { currentPage: number(asked, 'page'), pagesCount: Math.ceil(count / size), totalItems: count };
      return { body: { shortUrls: { data, pagination } } };
    },
    idOf: (row: { shortCode: string }) => row.shortCode,
  },
  kutt: {
    key: 'kutt-key',
    answer(asked) {
      if (asked.headers['x-api-key'] !== 'kutt-key' || asked.path !== '/under/api/v2/links')
        return { status: 401, body: {} };
      const [limit, skip] = [Math.min(number(asked, 'limit'), 50), number(asked, 'skip')];
      return {
        body: {
          total: count,
          limit,
          skip,
          data: page(skip, limit).map((address) => ({ id: `id-${address}`, address })),
        },
      };
    },
    idOf: (row: { address: string }) => row.address,
  },
  yourls: {
    key: 'mover:pass:word',
    answer(asked) {
      const isRight = asked.parameters.get('username') === 'mover' && asked.parameters.get('password') === 'pass:word';
      if (!isRight || asked.path !== '/under/yourls-api.php') return { status: 403, body: {} };
      // All created in one second: sorted by time, pages have any order; sorted by clicks, they are complete.
      const isByTime = asked.parameters.get('filter') === 'last';
      const from = number(asked, 'start');
      const shown = isByTime ? page(from === 0 ? 0 : 100, 200) : page(from, 200);
      const links = Object.fromEntries(
        shown.map((slug, n) => [`link_${n + 1}`, { shorturl: `https://y.test/${slug}` }]),
      );
      return { body: { links, stats: { total_links: count, total_clicks: 0 }, statusCode: '200' } };
    },
    idOf: (row: { shorturl: string }) => row.shorturl.slice(15),
  },
  dub: {
    key: 'dub-key',
    answer(asked) {
      if (asked.headers.authorization !== 'Bearer dub-key' || asked.path !== '/under/links')
        return { status: 401, body: {} };
      const after = asked.parameters.get('startingAfter');
      const from = after ? slugs.indexOf(after) + 1 : 0;
      return { body: page(from, number(asked, 'pageSize')).map((id) => ({ id, key: id })) };
    },
    idOf: (row: { id: string }) => row.id,
  },
  bitly: {
    key: 'bitly-key',
    answer(asked) {
      if (asked.headers.authorization !== 'Bearer bitly-key') return { status: 403, body: {} };
      if (asked.path === '/under/v4/groups')
        return { body: { groups: [{ guid: 'one' }, { guid: 'none' }, { guid: 'two' }] } };
      const group = asked.path.split('/')[4];
      const [start, end] = group === 'one' ? [0, 130] : group === 'two' ? [130, count] : [0, 0];
      const from = start + Number(asked.parameters.get('search_after') ?? 0);
      const links = slugs.slice(from, Math.min(from + 100, end)).map((slug) => ({ id: `bit.ly/${slug}` }));
      const isLast = from + links.length >= end;
      return { body: { links, pagination: { search_after: isLast ? '' : String(from + links.length - start) } } };
    },
    idOf: (row: { id: string }) => row.id.slice(7),
  },
};

t.test(
  'shlink: redirect rules are read for each link that has some, and a link whose rules get no answer is kept',
  async (t) => {
    answer = protocols.shlink.answer;
    const file = newFile();
    await readSystem('shlink', accessTo('shlink', `${base}/under/`, 'shlink-key'), options(file));
    const lines = await linesOf(file);
    t.equal(lines.length, count);
    t.same(
      lines
        .filter(({ redirectRules }) => redirectRules)
        .map(({ shortCode, redirectRules }) => [shortCode, redirectRules]),
      [['s7', [{ priority: 1 }]]],
    );
  },
);

t.test('shlink: no link is skipped if the same number of links is deleted and created between two pages', async (t) => {
  // Oldest first, like Shlink.
  let links = slugs;
  answer = (asked) => {
    const [size, at] = [number(asked, 'itemsPerPage'), number(asked, 'page')];
    if (at === 2) links = [...slugs.slice(3), 'new1', 'new2', 'new3'];
    const sorted = asked.parameters.get('orderBy') === 'dateCreated-ASC' ? links : links.toReversed();
    const data = sorted.slice((at - 1) * size, at * size).map((shortCode) => ({ shortUrl: shortCode }));
    return { body: { shortUrls: { data, pagination: { pagesCount: Math.ceil(count / size), totalItems: count } } } };
  };
  const file = newFile();
  await readSystem('shlink', accessTo('shlink', `${base}/under/`, 'shlink-key'), options(file));
  const read = (await linesOf(file)).map(({ shortUrl }) => shortUrl);
  t.same(
    slugs.slice(3).filter((slug) => !read.includes(slug)),
    [],
  );
});

for (const [name, protocol] of Object.entries(protocols) as [SystemName, (typeof protocols)[SystemName]][]) {
  const access = (key = protocol.key) => accessTo(name, `${base}/under/`, key);
  const isWhole = async (file: string) => (await linesOf(file)).map((row) => protocol.idOf(row as never)).toSorted();

  t.test(`${name}: every link is imported once, despite 429s and occasional failures`, async (t) => {
    let asked = 0;
    waits.length = 0;
    answer = (request) => {
      asked++;
      if (asked === 1) return { status: 429, headers: { 'Retry-After': '7' }, body: '' };
      if (asked === 3) return { status: 502, body: '<html>' };
      return protocol.answer(request);
    };
    const file = newFile();
    t.match(await readSystem(name, access(), options(file)), { rows: count, missing: 0 });
    t.same(await isWhole(file), slugs.toSorted());
    t.same(waits, [7_000, 1_000], 'as long as requested, and a second');
  });

  t.test(`${name}: an import that stopped at any page continues from that page`, async (t) => {
    answer = protocol.answer;
    const file = newFile();
    let pages = 0;
    for (let stops = 0; ; stops++) {
      const stop = new AbortController();
      const onPage = () => {
        pages++;
        stop.abort(new Error('stopped'));
      };
      const reading = readSystem(name, access(), options(file, { signal: stop.signal, onPage }));
      const ended = await reading.catch((error: Error) => error.message);
      if (ended !== 'stopped') break;
      t.ok(stops < 20);
    }
    t.same(await isWhole(file), slugs.toSorted());
    t.ok(pages <= 9, `no page was read again: ${pages}`);
  });

  t.test(`${name}: a wrong key is reported`, async (t) => {
    answer = protocol.answer;
    await t.rejects(readSystem(name, access('wrong'), options(newFile())), {
      name: 'SourceFault',
      message: /refuses the key/,
    });
  });
}

const refusals: { what: string; answer: Answer; says: RegExp }[] = [
  {
    what: 'a redirect, which would take the key elsewhere',
    answer: { status: 301, headers: { Location: 'https://elsewhere.test/' }, body: '' },
    says: /redirects to https:\/\/elsewhere\.test\//,
  },
  { what: 'a page that is not JSON', answer: { body: '<html>' }, says: /not answer with JSON/ },
  { what: 'JSON in another format', answer: { body: { data: 'none' } }, says: /in an unknown format/ },
  { what: 'a page that does not exist', answer: { status: 404, body: '' }, says: /answers 404/ },
  { what: 'a server that is always busy', answer: { status: 503, body: '' }, says: /keeps answering 503/ },
  { what: 'an endless answer', answer: { body: ' '.repeat(33 * 1_024 * 1_024) }, says: /too large/ },
];
for (const { what, answer: given, says } of refusals) {
  t.test(`${what} is refused with a readable error`, async (t) => {
    answer = () => given;
    await t.rejects(readSystem('kutt', accessTo('kutt', base, 'k'), options(newFile())), {
      name: 'SourceFault',
      message: says,
    });
  });
}

t.test('only an operator can import from a URL in a private network', async (t) => {
  let asked = 0;
  answer = () => ({ body: { asked: ++asked } });
  for (const url of [base, 'http://localhost/', 'http://[::ffff:10.0.0.1]/', 'http://169.254.169.254/']) {
    const reading = readSystem('kutt', accessTo('kutt', url, 'k'), options(newFile(), { allowPrivate: false }));
    await t.rejects(reading, SourceFault, url);
  }
  t.equal(asked, 0);
});

t.test('an import from YOURLS counts the links that YOURLS does not return', async (t) => {
  answer = (asked) => {
    const { body } = protocols.yourls.answer(asked) as { body: { stats: object } };
    return { body: { ...body, stats: { total_links: count + 2 } } };
  };
  t.match(await readSystem('yourls', accessTo('yourls', `${base}/under`, 'mover:pass:word'), options(newFile())), {
    rows: count,
    missing: 2,
  });
});

type Change = { what: string; links: (before: string[]) => string[] };
const changes: Change[] = [
  { what: 'some links that were already read are deleted', links: (before) => before.slice(10) },
  {
    what: 'equally many links are created',
    links: (before) => [...before.slice(10), ...before.slice(0, 10).map((id) => `new-${id}`)],
  },
];
for (const name of ['kutt', 'shlink'] as const) {
  for (const { what, links } of changes) {
    t.test(`${name}: no link is missed when between two pages ${what}, in one pass or two`, async (t) => {
      for (const isInterrupted of [false, true]) {
        let present = slugs;
        answer = (asked) => {
          const size = name === 'kutt' ? number(asked, 'limit') : number(asked, 'itemsPerPage');
          const from = name === 'kutt' ? number(asked, 'skip') : (number(asked, 'page') - 1) * size;
          const data = present.slice(from, from + size).map((id) => ({ id, shortUrl: id }));
          const pagination = { pagesCount: Math.ceil(present.length / size), totalItems: present.length };
          return { body: name === 'kutt' ? { data, total: present.length } : { shortUrls: { data, pagination } } };
        };
        const file = newFile();
        const stop = new AbortController();
        const onPage = () => {
          if (present !== slugs) return;
          present = links(slugs);
          if (isInterrupted) stop.abort(new Error('stopped'));
        };
        const access = accessTo(name, base, 'k');
        const first = readSystem(name, access, options(file, { signal: stop.signal, onPage }));
        if (isInterrupted) {
          await t.rejects(first, { message: 'stopped' });
          await readSystem(name, access, options(file));
        } else await first;
        const found = new Set((await linesOf(file)).map(({ id }) => id));
        // Two simultaneous changes that keep the number of links are noticed when a reading continues.
        if (isInterrupted || present.length !== slugs.length)
          t.same(
            present.filter((id) => !found.has(id)),
            [],
          );
      }
    });
  }
}

t.test('a source without a fixed URL requires a URL', async (t) => {
  t.throws(() => accessTo('kutt', undefined, 'k'), /--url/);
  t.throws(() => accessTo('kutt', 'ftp://kutt.test', 'k'), /not a web URL/);
  t.equal(accessTo('bitly', undefined, 'k').url.host, 'api-ssl.bitly.com');
});
