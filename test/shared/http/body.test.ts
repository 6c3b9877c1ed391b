/** Bodies as they are received: however many parts they come in, they take the memory of their bytes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RawResponse } from '../../../shared/http/answer.ts';
import { receiveBody } from '../../../shared/http/body.ts';
import { t } from '../../runner/tap.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A body that is given part by part. */
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

t.test('parts of any length make the body, up to its bound', async (t) => {
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

t.test('half a million parts of a byte take no hundreds of bytes each', async (t) => {
  const { body, give } = receive(1 << 20);
  const before = memory();
  for (let n = 0; n < 500_000; n++) give('x');
  const taken = memory() - before;
  t.ok(taken < 16 << 20, `${taken} bytes`);
  give('', true);
  t.equal((await body)?.length, 500_000);
});

t.test('bodies under way are bounded together; who ends or leaves makes room', async (t) => {
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
});
