/** A segment's parts contain each of its clicks once, with any texts. */
import fc from 'fast-check';
import { openPart, PartsBuilder } from '../../../../daemon/clicks/bytes/part.ts';
import { flagsOf, variantFlag } from '../../../../daemon/clicks/bytes/record.ts';
import { countryCode } from '../../../../daemon/clicks/core/dimensions.ts';
import { shardOf } from '../../../../daemon/clicks/core/shards.ts';
import { clickOf, clicksWith, toBytes } from '../../../fixtures/clicks.ts';
import { t } from '../../../runner/tap.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'Mozilla/5.0', 'Mozilla/5.1'),
  fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 255 }),
);
const click = clicksWith({
  linkId: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 48 - 1 })),
  at: fc.integer({ min: 0, max: 2 ** 44 }),
  qr: fc.boolean(),
  choice: fc.nat(7),
  use: fc.boolean(),
  country: fc.constantFrom('', 'DE', 'US', 'ZZ'),
  visitor: fc.maxSafeNat(),
  userAgent: text,
  referrer: fc.oneof(
    fc.constantFrom('', 'a.example', 'b.example'),
    fc.webUrl().map((url) => new URL(url).host),
  ),
  language: fc.constantFrom('', 'de-AT', 'en'),
  utm: fc.constantFrom('', 'a\n\nspät', `${'x'.repeat(255)}\n${'y'.repeat(255)}\n${'z'.repeat(255)}`),
  contact: fc.constantFrom('', 'AAAAABabcdefg-', 'AAAAACabcdefg_'),
  prefetched: fc.boolean(),
  own: fc.boolean(),
  variant: fc.constantFrom('', 'A', 'b', 'spät', '🙂'.repeat(40)),
});

t.test("added clicks are in their shard's part, in order", async (t) => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(click, { minLength: 1, maxLength: 40, size: 'max' }), { maxLength: 6, size: 'max' }),
      (frames) => {
        const builder = new PartsBuilder();
        for (const frame of frames) builder.add(toBytes(frame));
        const parts = builder.finish('segment', 1_234);
        const all = frames.flat();
        most = Math.max(most, all.length);
        const shards = [...new Set(all.map(({ linkId }) => shardOf(linkId)))].sort((a, b) => a - b);
        t.same(
          parts.map(({ shard }) => shard),
          shards,
        );
        for (const { shard, id, bytes } of parts) {
          const { sentAt, words, clicks, contacts } = openPart(bytes);
          t.same([id, sentAt], [`segment.${shard}`, 1_234]);
          t.equal(new Set(words).size, words.length, 'a text is stored once');
          t.strictSame(
            clicks.map(({ linkId, at, flags, country, visitor, ...texts }, place) => ({
              ...{ linkId, at, flags, country, visitor, contact: contacts.get(place) ?? '' },
              ...Object.fromEntries(Object.entries(texts).map(([name, word]) => [name, words[word] ?? ''])),
            })),
            all
              .filter(({ linkId }) => shardOf(linkId) === shard)
              .map(({ qr, choice, use, prefetched, country, userAgent, utm, variant, own, ...same }) => ({
                ...same,
                flags: flagsOf(qr ? 'qr' : 'link', choice, use, prefetched, own) | (variant === '' ? 0 : variantFlag),
                country: countryCode(country),
                agent: userAgent,
                utm: Buffer.from(utm).toString('latin1'),
                variant: Buffer.from(variant).toString('latin1'),
              })),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
  t.ok(most > 100, `${most} at most`);
});

t.test('bytes that are not a complete part are refused', async (t) => {
  const builder = new PartsBuilder();
  const one = clickOf(1, 1, { userAgent: 'x' });
  builder.add(toBytes([one, { ...one, contact: 'AAAAABabcdefg-' }, { ...one, variant: 'A' }]));
  const [part] = builder.finish('segment', 1);
  const bytes = part?.bytes as Buffer;
  for (let end = 0; end < bytes.length; end++) t.throws(() => openPart(bytes.subarray(0, end)), RangeError, `${end}`);
  t.throws(() => openPart(Buffer.concat([bytes, Buffer.alloc(1)])), RangeError);
});
