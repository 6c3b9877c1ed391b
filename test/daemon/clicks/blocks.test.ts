/** Blocks: their bytes return the clicks that were put in, and merging loses and doubles nothing. */
import fc from 'fast-check';
import {
  clicksABlock,
  decodeBlock,
  encodeBlock,
  openColumns,
  unpackColumns,
} from '../../../daemon/clicks/bytes/block.ts';
import { comparePlaces, type StoredClick, toFlags } from '../../../daemon/clicks/core/click.ts';
import { byDimension, type DimensionName, dimensions } from '../../../daemon/clicks/core/dimensions.ts';
import { mergeBlocks } from '../../../daemon/clicks/merge-blocks.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import { batchOf, clickOf, clicksInBlocks, recordClicks } from '../../fixtures/clicks.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const id = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
/** One dimension that is sometimes 0 for all clicks, and one that always is. */
const valueIn: { [name in DimensionName]?: fc.Arbitrary<number> } = {
  utmSource: fc.constantFrom(0, 0, 0, 70_000),
  utmMedium: fc.constant(0),
};
const click: fc.Arbitrary<StoredClick> = fc
  .record({
    linkId: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 0xffffffff })),
    ms: fc.integer({ min: 0, max: dayMs - 1 }),
    visitor: fc.oneof(fc.nat(3), fc.maxSafeNat()),
    values: fc.tuple(...dimensions.map(({ name }) => (name === 'trigger' ? fc.nat(1) : (valueIn[name] ?? id)))),
    choice: fc.nat(7),
    bot: fc.boolean(),
    first: fc.boolean(),
  })
  .map((fields) => ({ ...fields }));
const block = fc
  .array(click, { minLength: 1, maxLength: 300, size: 'max' })
  .map((clicks) => clicks.sort(comparePlaces));

t.test('clicks are read back from a block as they were written', async (t) => {
  fc.assert(
    fc.property(block, (clicks) => void t.strictSame(decodeBlock(encodeBlock(clicks)), clicks)),
    { numRuns: 30 },
  );
  const few = fc.sample(click, 64);
  const most = Array.from({ length: clicksABlock }, (_, n) => ({
    ...(few[n % 64] as StoredClick),
    ms: (n * 7919) % dayMs,
  }));
  const clicks = most.sort(comparePlaces);
  t.equal(JSON.stringify(decodeBlock(encodeBlock(clicks))), JSON.stringify(clicks), 'the largest one');
});

t.test('blocks stored by earlier releases stay readable', async (t) => {
  const stored =
    '0287ee82d30002290501e807040180838129c58801000201ac02ac02ad02ad02ae02001d020baf02af02b00200b202b2021000000000000700000000000008';
  const byName = ({ values, ...click }: StoredClick) => ({
    ...click,
    ...byDimension((_, place) => values[place] as number),
  });
  const clicks = decodeBlock(Buffer.from(stored, 'hex'));
  const system = { os: 300, browser: 301, language: 303, utmMedium: 0, utmCampaign: 306 };
  t.match(clicks.map(byName), [
    {
      ...{ linkId: 5, ms: 1_000, visitor: 2 ** 52 + 7, choice: 3, bot: false, first: true },
      ...{ ...system, country: 17_477, device: 2, referrer: 302, trigger: 1, utmSource: 304 },
    },
    {
      ...{ linkId: 9, ms: 86_000_000, visitor: 8, choice: 0, bot: true, first: false },
      ...{ ...system, country: 0, device: 1, referrer: 0, trigger: 0, utmSource: 0 },
    },
  ]);
  t.equal(encodeBlock(clicks).toString('hex'), stored);
});

t.test('every unpacker returns columns that match the clicks', async (t) => {
  await fc.assert(
    fc.asyncProperty(block, async (clicks) => {
      const bytes = encodeBlock(clicks);
      for (const { count, visitorOf, flags, values, ...opened } of [
        openColumns(bytes),
        (await unpackColumns(bytes))(),
      ]) {
        t.equal(count, clicks.length);
        t.same([...flags], clicks.map(toFlags));
        t.same(
          clicks.map((_, index) => visitorOf(index)),
          clicks.map(({ visitor }) => visitor),
        );
        for (const [place, { name }] of dimensions.entries()) {
          t.same(
            [...(values[place] ?? [])],
            clicks.map((one) => one.values[place]),
            name,
          );
        }
        for (const name of Object.keys(opened) as (keyof typeof opened)[]) {
          t.same(
            [...opened[name]],
            clicks.map((one) => one[name]),
            name,
          );
        }
      }
    }),
    { numRuns: 20 },
  );
});

t.test('every unpacker refuses a damaged block', async (t) => {
  const bytes = encodeBlock(fc.sample(block, 1)[0] as StoredClick[]);
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  await t.rejects(unpackColumns(bytes), RangeError);
  const long = Buffer.from(bytes);
  long[6] = 0;
  await t.rejects(
    unpackColumns(long).then((open) => open()),
    RangeError,
  );
});

t.test('truncated, changed, extended or foreign bytes are refused', async (t) => {
  const refused = (bytes: Buffer) => void t.throws(() => decodeBlock(bytes), RangeError);
  fc.assert(
    fc.property(block, fc.nat(), fc.integer({ min: 1, max: 255 }), (clicks, place, change) => {
      const bytes = encodeBlock(clicks);
      refused(bytes.subarray(0, place % bytes.length));
      refused(Buffer.concat([bytes, Buffer.from([change])]));
      const changed = Buffer.from(bytes);
      changed[place % bytes.length] = (changed[place % bytes.length] as number) ^ change;
      refused(changed);
    }),
    { numRuns: 30 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => refused(Buffer.from(bytes))));
});

t.test('merging blocks leaves fewer blocks with the same clicks, even during inserts and another merge', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const linkIds = await Promise.all(['a', 'b', 'c'].map((slug) => putLink(db, { slug })));
  const day = dayOf(Date.now()) - 2;
  let visitor = 0;
  const record = async (count: number) => {
    const clicks = Array.from({ length: count }, () =>
      clickOf(linkIds[visitor % 3] as number, day * dayMs + ((visitor * 7919) % 100_000), { visitor: ++visitor }),
    );
    await recordClicks(db, log, batchOf(clicks), new Date());
  };
  const levels = async () => {
    const rows = await db.selectFrom('click_blocks').select('level').orderBy('level').execute();
    return rows.map(({ level }) => level);
  };
  for (let n = 0; n < 15; n++) await record(5);
  const during = new Date((day + 1) * dayMs - 1_000);
  await mergeBlocks(db, during);
  t.same(await levels(), Array(15).fill(0), 'fewer than sixteen of an open day stay');
  await record(5);
  await mergeBlocks(db, during);
  t.same(await levels(), [1]);
  await record(6_000);
  t.same(await levels(), [1, 3], 'large blocks are not merged');
  const stored = (async () => {
    for (let n = 0; n < 40; n++) await record(n % 4 === 0 ? 1_500 : 3);
  })();
  await Promise.all([stored, mergeBlocks(db, new Date()), mergeBlocks(db, new Date())]);
  await stored;
  await mergeBlocks(db, new Date());
  t.ok((await levels()).length <= 7, JSON.stringify(await levels()));
  const clicks = await clicksInBlocks(db);
  t.equal(clicks.length, visitor);
  t.equal(new Set(clicks.map((one) => one.visitor)).size, visitor, 'none is missing and none is doubled');
  await mergeBlocks(db, new Date());
  t.equal((await clicksInBlocks(db)).length, visitor);
});
