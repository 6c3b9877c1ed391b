/** Clicks and frames as bytes: they read back as written, and torn ones are detected. */
import fc from 'fast-check';
import {
  frameHeadBytes,
  type RecordedClick,
  readClicks,
  readFrames,
  sealFrame,
} from '../../../../daemon/clicks/bytes/record.ts';
import { clickOf, clicksWith, toBytes } from '../../../fixtures/clicks.ts';
import { t } from '../../../runner/tap.ts';

const latin1 = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength,
    size: 'max',
  });

const click = clicksWith({
  linkId: fc.nat().map((n) => n * 60_000),
  at: fc.integer({ min: 0, max: 2 ** 44 }),
  qr: fc.boolean(),
  choice: fc.nat(7),
  use: fc.boolean(),
  country: fc.constantFrom('', 'DE', 'US', 'ZZ'),
  visitor: fc.maxSafeNat(),
  userAgent: latin1(600),
  referrer: fc.string({ unit: fc.constantFrom(...'abcxyz019.:-'), maxLength: 300, size: 'max' }),
  language: fc.string({ unit: fc.constantFrom(...'abcXYZ019-'), maxLength: 30, size: 'max' }),
  utm: fc.constantFrom('', 'a\n\n', '\n\ncäse ☃', `${'x'.repeat(255)}\n${'y'.repeat(255)}\n${'z'.repeat(255)}`),
  contact: fc.constantFrom('', 'AAAAABabcdefg-', 'AAAAACabcdefg_'),
  prefetched: fc.boolean(),
});

const frame = (clicks: RecordedClick[]) => {
  const bytes = Buffer.concat([Buffer.alloc(frameHeadBytes), toBytes(clicks)]);
  sealFrame(bytes, bytes.length);
  return bytes;
};

/** Clicks as stored: long texts are truncated. */
const kept = (clicks: RecordedClick[]) =>
  clicks.map((one) => ({
    ...one,
    userAgent: one.userAgent.slice(0, 512),
    referrer: one.referrer.slice(0, 255),
    language: one.language.slice(0, 16),
  }));

t.test('clicks are read back as written, with long texts shortened', async (t) => {
  let cut = 0;
  fc.assert(
    fc.property(fc.array(click, { maxLength: 20 }), (clicks) => {
      const read = readClicks(toBytes(clicks));
      if (JSON.stringify(kept(clicks)) !== JSON.stringify(clicks)) cut++;
      return JSON.stringify(read) === JSON.stringify(kept(clicks));
    }),
  );
  t.ok(cut > 10, `${cut} of 100 had texts too long`);
});

t.test('a truncated or damaged segment is read exactly up to its last complete frame', async (t) => {
  let within = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(click, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5, size: 'max' }),
      fc.nat(999_999),
      fc.boolean(),
      (groups, place, damage) => {
        const frames = groups.map(frame);
        const all = Buffer.concat(frames);
        const at = place % all.length;
        if (at > 0 && at < all.length - 1) within++;
        const segment = damage ? Buffer.from(all) : all.subarray(0, at);
        if (damage) segment[at] = (segment[at] as number) ^ 1;
        let end = 0;
        const before = frames.filter((one) => (end += one.length) <= at);
        const expected = Buffer.concat(before.map((one) => one.subarray(frameHeadBytes)));
        const { frames: whole, torn } = readFrames(segment);
        return Buffer.concat(whole).equals(expected) && torn === segment.length - Buffer.concat(before).length;
      },
    ),
  );
  t.ok(within > 80, `${within} of 100 were within the segment`);
});

t.test('inconsistent bytes are refused', async (t) => {
  const bytes = Buffer.from(toBytes([clickOf(1, 1, { userAgent: 'x' })]));
  bytes.writeUInt16LE(9, 18);
  t.throws(() => readClicks(bytes), RangeError);
});
