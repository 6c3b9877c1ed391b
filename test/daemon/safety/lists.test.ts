/** Threat lists: their formats, their set in memory, and failed downloads. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  canonical,
  expressionOf,
  expressionsOf,
  indexExpressionsOf,
  lookupsOf,
} from '../../../daemon/safety/core/canonical.ts';
import { toSource } from '../../../daemon/safety/lists/download.ts';
import { parseList } from '../../../daemon/safety/lists/formats.ts';
import { addedPrefixes, createBuilder, sortPrefixes } from '../../../daemon/safety/lists/prefix-set.ts';
import { listLists } from '../../../daemon/safety/lists/queries.ts';
import { refreshList } from '../../../daemon/safety/lists/refresh.ts';
import { putRule, removeRule } from '../../../daemon/safety/lists/rule-queries.ts';
import { watchLists } from '../../../daemon/safety/lists/watch-lists.ts';
import { startListRefresh } from '../../../daemon/workers/refresh-safety-lists.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { log, openTestDb } from '../../fixtures/redirects.ts';
import { startWeb } from '../../fixtures/safety.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

t.test('URLs get the canonical forms that Safe Browsing publishes', async (t) => {
  const cases: [url: string, canonical: string][] = [
    ['http://host/%25%32%35', 'host/%25'],
    ['http://host/%25%32%35%25%32%35', 'host/%25%25'],
    ['http://host/%2525252525252525', 'host/%25'],
    ['http://host/asdf%25%32%35asd', 'host/asdf%25asd'],
    ['http://host/%%%25%32%35asd%%', 'host/%25%25%25asd%25%25'],
    [
      'http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/',
      '168.188.99.26/.secure/www.ebay.com/',
    ],
    ['http://3279880203/blah', '195.127.0.11/blah'],
    ['http://www.google.com/blah/..', 'www.google.com/'],
    ['http://www.evil.com/blah#frag', 'www.evil.com/blah'],
    ['http://www.GOOgle.com/', 'www.google.com/'],
    ['http://www.google.com.../', 'www.google.com/'],
    ['http://www.google.com/foo\tbar\rbaz\n2', 'www.google.com/foobarbaz2'],
    ['http://www.google.com/q?', 'www.google.com/q'],
    ['http://www.google.com/q?r?s', 'www.google.com/q?r?s'],
    ['http://evil.com/foo;', 'evil.com/foo;'],
    ['http://www.gotaport.com:1234/', 'www.gotaport.com/'],
    ['http://host.com/ab%23cd', 'host.com/ab%23cd'],
    ['http://host.com//twoslashes?more//slashes', 'host.com/twoslashes?more//slashes'],
  ];
  for (const [url, expected] of cases) t.equal(expressionOf(canonical(new URL(url))), expected, JSON.stringify(url));
  t.same(expressionsOf(canonical(new URL('http://a.b.c/1/2.html?param=1'))), [
    'a.b.c/1/2.html?param=1',
    'a.b.c/1/2.html',
    'a.b.c/',
    'a.b.c/1/',
    'b.c/1/2.html?param=1',
    'b.c/1/2.html',
    'b.c/',
    'b.c/1/',
  ]);
  t.same(expressionsOf(canonical(new URL('http://a.b.c.d.e.f.g/1.html'))), [
    'a.b.c.d.e.f.g/1.html',
    'a.b.c.d.e.f.g/',
    'c.d.e.f.g/1.html',
    'c.d.e.f.g/',
    'd.e.f.g/1.html',
    'd.e.f.g/',
    'e.f.g/1.html',
    'e.f.g/',
    'f.g/1.html',
    'f.g/',
  ]);
  t.same(expressionsOf(canonical(new URL('http://1.2.3.4/1/'))), ['1.2.3.4/1/', '1.2.3.4/']);
});

t.test('the index finds a URL by every entry that can list it, in little memory', async (t) => {
  const word = fc.stringMatching(/^[a-z0-9]{1,6}$/);
  const host = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 8 }).map((labels) => labels.join('.')),
    fc.ipV4(),
  );
  const path = fc.array(word, { maxLength: 6 }).map((parts) => parts.join('/'));
  const query = fc.oneof(
    fc.constant(''),
    fc.constant('?'),
    word.map((value) => `?a=${value}/`),
  );
  const anyUrl = fc
    .tuple(host, path, fc.constantFrom('', '/'), query)
    .map(([name, below, slash, asked]) => `http://${name}/${below}${slash}${asked}`)
    .filter((text) => URL.canParse(text));
  const isFound = (text: string) => {
    const parts = canonical(new URL(text));
    const indexed = new Set(indexExpressionsOf(parts));
    const finds = (entry: string) => lookupsOf(entry).some((lookup) => indexed.has(lookup));
    return indexed.size <= 6 && expressionsOf(parts).every(finds);
  };
  t.doesNotThrow(() => fc.assert(fc.property(anyUrl, isFound), { numRuns: 2_000 }));
});

const urlhaus = `################################################################
# abuse.ch URLhaus Database Dump (CSV - recent URLs only)      #
################################################################
#
# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter
"3380001","2026-11-20 10:00:09","http://203.0.113.7:8080/bin.sh","online","2026-11-20","malware_download","elf,mozi","https://urlhaus.abuse.ch/url/3380001/","someone"
"3380002","2026-11-20 10:00:10","https://evil.example/a,b/""x"".exe?y=1","offline","","malware_download","exe","https://urlhaus.abuse.ch/url/3380002/","someone"
`;
const phishtankCsv = `phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target
1,https://phish.example/login,http://www.phishtank.com/phish_detail.php?phish_id=1,2026-11-20T03:10:00+00:00,yes,2026-11-20T04:12:31+00:00,yes,PayPal
2,https://gone.example/login,http://www.phishtank.com/phish_detail.php?phish_id=2,2026-11-20T03:10:00+00:00,yes,2026-11-20T04:12:31+00:00,no,Other
3,"https://comma.example/a,b",http://www.phishtank.com/phish_detail.php?phish_id=3,2026-11-20T03:10:00+00:00,yes,2026-11-20T04:12:31+00:00,yes,Other
`;

t.test('lists are read in their published formats', async (t) => {
  const forms: [name: string, text: string, expressions: string[]][] = [
    ['URLhaus CSV', urlhaus, ['203.0.113.7/bin.sh', 'evil.example/a,b/"x".exe?y=1']],
    ['PhishTank CSV', phishtankCsv, ['phish.example/login', 'comma.example/a,b']],
    [
      'PhishTank JSON',
      JSON.stringify([
        { phish_id: '1', url: 'https://phish.example/login', verified: 'yes', online: 'yes' },
        { phish_id: '2', url: 'https://gone.example/', verified: 'yes', online: 'no' },
        { phish_id: '3', url: 'https://unsure.example/', verified: 'no', online: 'yes' },
      ]),
      ['phish.example/login'],
    ],
    [
      'URLhaus JSON',
      JSON.stringify({
        7: [{ url: 'http://evil.example/x', url_status: 'online' }],
        8: [{ url: 'http://evil.example/y' }],
      }),
      ['evil.example/x', 'evil.example/y'],
    ],
    [
      'URLhaus text',
      '# header\r\nhttp://evil.example/x\r\n\r\nhttp://evil.example/y\r\n',
      ['evil.example/x', 'evil.example/y'],
    ],
    [
      'a hosts file',
      '# hosts\n127.0.0.1\tevil.example\n0.0.0.0 worse.example # why\n',
      ['evil.example/', 'worse.example/'],
    ],
    [
      'hosts',
      'evil.example\n*.wild.example\n.dot.example\nMÜNCHEN.example\n192.0.2.1\n',
      ['evil.example/', 'wild.example/', 'dot.example/', 'xn--mnchen-3ya.example/', '192.0.2.1/'],
    ],
    ['hosts with paths', 'evil.example/dir/\n', ['evil.example/dir/']],
  ];
  for (const [name, text, expressions] of forms) t.same((await parseList(text)).expressions, expressions, name);

  const { expressions, ignored } = await parseList(
    'https://www.google.com/\nhttps://github.io/\nco.uk\nhttp://a.github.io/\nhttps://sites.google.com/view/phish\npaypal.com',
  );
  t.same(expressions, ['a.github.io/', 'sites.google.com/view/phish'], 'a page lists neither Google nor a suffix');
  t.equal(ignored, 4);
  const page = '<!doctype html>\n<html>\n<body>\n<p>We will be back soon</p>\n</body>\n';
  for (const [text, said] of [
    ['', /no entries/],
    ['# nothing\n', /no entries/],
    [page.repeat(20), /no entries|lines are not entries/],
    ['{"error":"no key"}', /no entries/],
    ['[{"url":"http://a.example/x"},', /JSON/],
  ] as const) {
    await t.rejects(parseList(text), said, `no list: ${text.slice(0, 20)}`);
  }
});

const toSet = (sorted: Buffer) => {
  const builder = createBuilder(sorted.length / 8);
  for (let at = 0; at < sorted.length; at += 24) builder.add(sorted.subarray(at, at + 24));
  return builder.build();
};

t.test('the prefix set behaves like a Set of strings', async (t) => {
  /** Prefixes close to each other, so that they share their first bytes. */
  const prefix = fc
    .tuple(
      fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff),
      fc.constantFrom(0, 1, 0x80000000, 0xffffffff),
      fc.boolean(),
    )
    .map(([first, second, random]) => {
      if (random) return randomBytes(8);
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(first, 0);
      bytes.writeUInt32BE(second, 4);
      return bytes;
    });
  const some = fc.array(prefix, { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(some, some, (before, after) => {
      const [old, present] = [sortPrefixes(Buffer.concat(before)), sortPrefixes(Buffer.concat(after))];
      const set = toSet(present);
      const naive = new Set(after.map((one) => one.toString('hex')));
      if (set.size !== naive.size) return false;
      if (![...before, ...after].every((one) => set.has(one) === naive.has(one.toString('hex')))) return false;
      const added = toSet(addedPrefixes(old, present));
      const olds = new Set(before.map((one) => one.toString('hex')));
      return [...before, ...after].every(
        (one) => added.has(one) === (naive.has(one.toString('hex')) && !olds.has(one.toString('hex'))),
      );
    }),
    { numRuns: 500 },
  );
  const two = sortPrefixes(Buffer.concat([randomBytes(8), randomBytes(8)]));
  t.throws(() => createBuilder(3).build(), /ended after 0/);
  t.throws(() => createBuilder(1).add(two), /more than its 1 entries/);
  t.throws(() => createBuilder(2).add(Buffer.concat([two.subarray(8), two.subarray(0, 8)])), /not in order/);
});

const options = { limit: 2 ** 20 };
const names = (count: number, of = 'host') => Array.from({ length: count }, (_, n) => `${of}${n}.example\n`).join('');

async function setUp(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const followed = await watchLists(db, log);
  t.teardown(() => followed.stop());
  const isListed = async (host: string) => {
    await followed.catchUp();
    return followed.lists.find([`${host}/`])?.verdict === 'blocked';
  };
  return { stores, db, followed, isListed };
}

t.test('an incomplete download leaves the last complete list in use', async (t) => {
  const { db, isListed, followed } = await setUp(t);
  const good: RequestListener = (_, response) => response.writeHead(200, { ETag: '"1"' }).end(names(1_000));
  let answer = good;
  const web = await startWeb(t, (request, response) => answer(request, response));
  const source = toSource(`http://user:pass@127.0.0.1:${web.port}/lists/hosts.txt?auth-key=secret`);
  t.notMatch(`${source.name} ${source.shown}`, /secret|pass/, 'a key is not shown');
  // Node's fetch accepts no URL with a password.
  const list = { ...source, location: `http://127.0.0.1:${web.port}/lists/hosts.txt?auth-key=secret` };
  const refresh = (force = false) => refreshList(db, list, { ...options, force }, new Date());
  const state = async () => (await listLists(db)).find(({ name }) => name === list.name);

  t.same(await refresh(), { state: 'changed', entries: 1_000 });
  t.equal(await isListed('host7.example'), true);
  const version = (await state())?.version;

  const faults: Record<string, RequestListener> = {
    'an error': (_, response) => response.writeHead(500).end(names(1_000, 'new')),
    'a page instead': (_, response) => response.end('<html>\n<p>sorry, back soon</p>\n'.repeat(30)),
    nothing: (_, response) => response.end(),
    'a cut connection': (_, response) => {
      response.writeHead(200, { 'Content-Length': '100000' });
      response.write(names(1_000, 'new'), () => response.socket?.destroy());
    },
    'a cut chunk': (_, response) => {
      response.write(names(1_000, 'new'), () => response.socket?.destroy());
    },
    'a cut gzip file': (_, response) => response.end(gzipSync(names(1_000, 'new')).subarray(0, 500)),
    'a gzip bomb': (_, response) => response.end(gzipSync(Buffer.alloc(2 ** 24, 'a.example\n'))),
    'a flood': (_, response) => response.end(names(100_000, 'new')),
    'less than half': (_, response) => response.end(names(400, 'new')),
    'half a JSON array': (_, response) => response.end('[{"url":"http://a.example/x"},{"url":'),
    'a zip file': (_, response) => response.end(Buffer.from('PK\u0003\u0004rest')),
  };
  /** Messages to the operator. */
  const reported: Record<string, RegExp> = {
    'an error': /the answer was 500/,
    'a page instead': /no entries|lines are not entries/,
    nothing: /no entries/,
    'a cut connection': /terminated|closed|aborted|hang up/,
    'a cut chunk': /terminated|closed|aborted|hang up/,
    'a cut gzip file': /unexpected end/,
    'a gzip bomb': /larger than/,
    'a flood': /larger than/,
    'less than half': /has 400 entries, and had 1000/,
    'half a JSON array': /JSON/,
    'a zip file': /zip/,
  };
  for (const [name, fault] of Object.entries(faults)) {
    answer = fault;
    t.match(await refresh(), { state: 'failed', error: reported[name] as RegExp }, name);
    t.match((await state())?.last_error, reported[name] as RegExp, 'it is recorded');
    t.equal((await state())?.version, version);
    t.equal(await isListed('host7.example'), true, 'the last good one is in use');
    t.equal(await isListed('new7.example'), false);
  }

  answer = faults['less than half'] as RequestListener;
  t.same(await refresh(true), { state: 'changed', entries: 400 }, 'unless it is requested');
  t.equal(await isListed('host7.example'), false);
  t.equal(await isListed('new7.example'), true);

  answer = (_, response) => response.end(gzipSync(names(500, 'new')));
  t.same(await refresh(), { state: 'changed', entries: 500 }, 'gzipped');
  answer = (_, response) => response.end(names(500, 'new'));
  t.same(await refresh(), { state: 'unchanged', entries: 500 });
  t.equal((await state())?.last_error, null);

  await sql`CREATE TRIGGER full BEFORE INSERT ON safety_list_parts FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1021, MESSAGE_TEXT = 'Disk full'`.execute(db);
  answer = (_, response) => response.end(names(600, 'newer'));
  t.match(await refresh(), { state: 'failed', error: /Disk full/ });
  t.equal(await isListed('new7.example'), true, 'a full disk changes nothing');
  t.equal(await isListed('newer7.example'), false);
  t.equal(followed.lists.numbers().entries, 500);
  await sql`DROP TRIGGER full`.execute(db);
  t.match(await refresh(), { state: 'changed' });
  t.equal(await isListed('newer7.example'), true);
});

t.test('a list is not read again while its ETag or file time stays the same', async (t) => {
  const { db } = await setUp(t);
  const web = await startWeb(t, ({ headers }, response) =>
    headers['if-none-match'] === '"a"'
      ? response.writeHead(304).end()
      : response.writeHead(200, { ETag: '"a"' }).end(names(5)),
  );
  const remote = toSource(`http://127.0.0.1:${web.port}/hosts`);
  t.match(await refreshList(db, remote, options, new Date()), { state: 'changed' });
  t.match(await refreshList(db, remote, options, new Date()), { state: 'unchanged' });
  t.equal(web.requests[1]?.headers['if-none-match'], '"a"');
  const file = `${t.testdir({})}/hosts.txt`;
  const local = toSource(file);
  t.match(await refreshList(db, local, options, new Date()), { state: 'failed', error: /ENOENT/ });
  await writeFile(file, names(5));
  t.match(await refreshList(db, local, options, new Date()), { state: 'changed', entries: 5 });
  t.match(await refreshList(db, local, options, new Date()), { state: 'unchanged', entries: 5 });
  await writeFile(file, names(6));
  t.match(await refreshList(db, local, options, new Date()), { state: 'changed', entries: 6 });
});

t.test("the operator's own list is checked first and overrides all other lists", async (t) => {
  const { db, followed } = await setUp(t);
  const find = async (...expressions: string[]) => {
    await followed.catchUp();
    return followed.lists.find(expressions);
  };
  const now = new Date();
  await putRule(db, 'block', 'shop.example/', now);
  t.same(await find('shop.example/x', 'shop.example/'), { verdict: 'blocked', list: 'operator' });
  await putRule(db, 'allow', 'shop.example/x', now);
  t.same(await find('shop.example/x', 'shop.example/'), { verdict: 'allowed' });
  await putRule(db, 'allow', 'shop.example/', now);
  t.same(await find('shop.example/'), { verdict: 'allowed' }, 'the last entry applies');
  t.equal(await removeRule(db, 'block', 'shop.example/', now), false);
  t.equal(await removeRule(db, 'allow', 'shop.example/', now), true);
  t.equal(await find('shop.example/'), undefined);
});

t.test('the worker keeps the configured lists, and deletes all other lists', async (t) => {
  const { stores, db, isListed } = await setUp(t);
  const dir = t.testdir({ 'a.txt': names(3, 'a'), 'b.txt': names(3, 'b') });
  const start = (lists: string) => {
    const config = readConfig({ SAFETY_LISTS: lists, REDIS_PREFIX: stores.redisPrefix });
    const queue = openRedis(stores.redisUrl, 'queue', log);
    const commands = openRedis(stores.redisUrl, 'commands', log);
    const worker = startListRefresh({ config, db, queue, commands, log });
    const stop = async () => {
      await worker.close();
      queue.disconnect();
      commands.disconnect();
    };
    return stop;
  };
  const both = start(`${dir}/a.txt,${dir}/b.txt`);
  await until(() => isListed('a1.example'), Boolean);
  await until(() => isListed('b1.example'), Boolean);
  await both();
  const one = start(`${dir}/b.txt`);
  await until(
    () => isListed('a1.example'),
    (listed) => !listed,
  );
  t.equal(await isListed('b1.example'), true);
  await one();
});
