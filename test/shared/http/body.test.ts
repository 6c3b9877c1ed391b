/** Request bodies take hardly more memory than their bytes, in any number of chunks. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RawResponse } from '../../../shared/http/answer.ts';
import { readJson, receiveBody } from '../../../shared/http/body.ts';
import { BodyBudget } from '../../../shared/http/body-budget.ts';
import { t } from '../../runner/tap.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Starts to receive a body that the test sends chunk by chunk. */
function receive(limit: number) {
  let give: (part: ArrayBuffer, isLast: boolean) => void = () => {};
  const res = { onData: (take: typeof give) => void (give = take) } as unknown as RawResponse;
  const client = new AbortController();
  return {
    body: receiveBody(res, 0, limit, client.signal),
    give: (text: string, isLast = false) => give(bytesOf(text), isLast),
    leave: () => client.abort(),
  };
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text)).buffer;

function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

t.test('a body can arrive in chunks of any length, up to its limit', async (t) => {
  for (const [parts, whole] of [
    [[''], ''],
    [['hällo'], 'hällo'],
    [['a', '', 'bc', 'defghijk', 'l'], 'abcdefghijkl'],
    [['x'.repeat(999), 'y'], `${'x'.repeat(999)}y`],
    [['x'.repeat(999), 'yz'], undefined],
    [['x'.repeat(1_001), ''], undefined],
    [['x'.repeat(3_000), 'x'.repeat(1_001)], undefined],
  ] as [string[], string | undefined][]) {
    const { body, give } = receive(1_000);
    for (const [index, part] of parts.entries()) give(part, index === parts.length - 1);
    t.equal((await body)?.toString(), whole);
  }
});

t.test('half a million one-byte chunks take little more memory than their bytes', async (t) => {
  const { body, give } = receive(1 << 20);
  const before = memory();
  for (let n = 0; n < 500_000; n++) give('x');
  const taken = memory() - before;
  t.ok(taken < 16 << 20, `${taken} bytes`);
  give('', true);
  t.equal((await body)?.length, 500_000);
});

t.test(
  'all bodies in transfer share one limit, and a body that ends or whose client disconnects frees its share',
  async (t) => {
    const mebibyte = 1 << 20;
    const text = 'x'.repeat(mebibyte);
    const underWay = Array.from({ length: 256 }, () => receive(mebibyte));
    for (const { give } of underWay) give(text);
    const one = receive(mebibyte);
    one.give('x');
    await t.rejects(one.body, { code: 'unavailable', headers: { 'Retry-After': /^\d+$/ } });
    one.give('x', true);

    underWay[0]?.leave();
    underWay[1]?.give('', true);
    t.equal((await underWay[1]?.body)?.length, mebibyte);
    const others = [receive(mebibyte), receive(mebibyte)];
    for (const { give } of others) give(text);
    for (const { give, body } of others) {
      give('', true);
      t.equal((await body)?.length, mebibyte);
    }
    for (const { leave } of underWay) leave();
  },
);

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);
const list = (item: string, count: number) => `[${Array(count).fill(item).join()}]`;

t.test('JSON is parsed as JSON.parse does, unless it has too many levels, names or values', async (t) => {
  for (const text of [
    ...['null', '1', '"a"', '{}', ' [1, {"a": "b"}] ', '"[[[["', nested(64), list(nested(63), 500), list('1', 99_999)],
    ...[
      JSON.stringify({ a: '["\\', '\\"[': '\\\\' }),
      JSON.stringify('['.repeat(1_000)),
      `"${'\\"['.repeat(200_000)}"`,
    ],
  ]) {
    t.strictSame(readJson(text), JSON.parse(text), text.slice(0, 40));
    t.strictSame(readJson(Buffer.from(text)), JSON.parse(text), text.slice(0, 40));
  }
  for (const text of [
    ...[
      '',
      '"',
      '"a',
      '"a\\"',
      '{',
      'undefined',
      nested(65),
      `{"a":${nested(64)}}`,
      '{"a":'.repeat(65) + 1 + '}'.repeat(65),
    ],
    ...[list('1', 100_001), list('[]', 50_001), list('""', 50_001), list('{"a":1}', 34_000)],
  ]) {
    t.equal(readJson(text), undefined, text.slice(0, 40));
  }
  t.equal(readJson(Buffer.from([0x22, 0xff, 0x22])), undefined, 'no UTF-8');
  t.strictSame(
    readJson('{"a":1}', (text) => text.replace('1', '"one"')),
    { a: 'one' },
    'prepared',
  );
});

t.test('a body of eight mebibytes that arrives slowly is scanned only once', async (t) => {
  const length = 8 << 20;
  for (const piece of ['[', '{"a":', '{"a":0},', '""', '"', ' ', '\\', '"\\"', '1,', ']', ':']) {
    // A scan per byte would exceed the test's time limit.
    t.equal(readJson(Buffer.from(piece.repeat(length / piece.length))), undefined, piece);
  }
});

t.test(
  'an account that sends too much must wait and is then refused, and other accounts are not delayed',
  async (t) => {
    const limits = { bytesPerSecond: 1_000_000, longestWaitMs: 300 };
    let now = 5_000;
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(Math.round(ms));
      now += ms;
    };
    const clocked = new BodyBudget({ ...limits, now: () => now, sleep });
    const client = new AbortController();
    const spend = (account: string, bytes: number) => clocked.spend(account, bytes, client.signal);
    await spend('a', 1_100_000);
    t.same(waits, [], 'a second of it at once');
    await spend('a', 100_000);
    t.same(waits, [100], 'the rest waits');
    await spend('a', 700_000);
    t.same(waits, [100, 100]);
    await t.rejects(spend('a', 1), { code: 'unavailable', headers: { 'Retry-After': '1' } });
    await spend('b', 2_000_000);
    t.equal(waits.length, 2, 'another account');
    now += 2_000;
    await spend('a', 1);
    t.equal(waits.length, 2, 'nor does the first one, later');

    const budget = new BodyBudget({ ...limits, longestWaitMs: 60_000 });
    await budget.spend('c', 20_000_000, client.signal);
    const waiting = budget.spend('c', 1, client.signal);
    client.abort(new Error('the client has disconnected'));
    await t.rejects(waiting, { message: 'the client has disconnected' });
  },
);
