/** The slug map compared with a plain Map: after any operations both have the same content. */
import fc from 'fast-check';
import {
  chunkBytes,
  countryKey,
  Flag,
  indexParts,
  Rare,
  SlugMap,
  type SlugRecord,
} from '../../../../daemon/redirect/map/slug-map.ts';
import { t } from '../../../runner/tap.ts';

const latin1 = (max: number) =>
  fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((c) => String.fromCharCode(c)), maxLength: max, size: 'max' });

const record: fc.Arbitrary<SlugRecord> = fc.record({
  linkId: fc.maxSafeNat().map((n) => n % 2 ** 48),
  checksum: fc.nat(2 ** 31 - 1),
  permanent: fc.boolean(),
  banned: fc.boolean(),
  takesContacts: fc.boolean(),
  location: latin1(80),
  rare: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...Object.values(Rare), countryKey('DE'), countryKey('US')), latin1(30)),
    { selector: ([key]) => key, maxLength: 5 },
  ),
});

const seed = 7;
/** Slugs of one part of the index, so that they collide. */
const crowded = (() => {
  const map = new SlugMap(seed);
  const nothing = {
    linkId: 1,
    checksum: 0,
    permanent: false,
    banned: false,
    takesContacts: false,
    location: '',
    rare: [],
  };
  for (let n = 0; n < 20_000; n++) map.set(0, `k${n}`, nothing);
  return map.addressesIn(0).map((at) => map.slug(at));
})();

/** Few keys, so that replacing and deleting happen often. */
const key: fc.Arbitrary<[domainId: number, slug: string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(0, 1, 2 ** 32 - 1),
    fc.oneof(latin1(3), fc.constantFrom('a', 'b', 'ab', 'hello', '\0', 'ÿ'.repeat(255))),
  ),
  fc.tuple(fc.constant(0), fc.constantFrom(...crowded)),
);

type Model = Map<string, { domainId: number; slug: string; record: SlugRecord }>;
const nameOf = (domainId: number, slug: string) => `${domainId}/${slug}`;

function assertEqual(map: SlugMap, model: Model): void {
  if (map.size !== model.size) throw new Error(`size ${map.size}, expected ${model.size}`);
  for (const { domainId, slug, record: expected } of model.values()) {
    const at = map.find(domainId, slug);
    if (at < 0) throw new Error(`${nameOf(domainId, slug)} is missing`);
    const flags = map.flags(at);
    const found = {
      linkId: map.linkId(at),
      checksum: map.checksum(at),
      permanent: (flags & Flag.permanent) !== 0,
      banned: (flags & Flag.banned) !== 0,
      takesContacts: (flags & Flag.contacts) !== 0,
      location: Buffer.from(map.location(at)).toString('latin1'),
      rare: expected.rare.map(([name]) => [name, map.rare(at, name)]),
    };
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      throw new Error(`${nameOf(domainId, slug)}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    }
    if (map.rare(at, countryKey('ZZ')) !== undefined) throw new Error('an entry that was never set was found');
  }
  const listed = Array.from({ length: indexParts }, (_, part) => map.addressesIn(part)).flat();
  const names = new Set(listed.map((at) => nameOf(map.domainId(at), map.slug(at))));
  if (names.size !== model.size || listed.length !== model.size) throw new Error('walking the index differs');
}

const roundTrip = (map: SlugMap): SlugMap => {
  const copy = new SlugMap(map.seed);
  for (const bytes of map.seal()) copy.adopt(bytes);
  map.unseal();
  return copy;
};

const addressesOf = (map: SlugMap) =>
  Array.from({ length: indexParts }, (_, part) => map.addressesIn(part))
    .flat()
    .sort((a, b) => a - b)
    .join();

const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ do: fc.constant('set' as const), key, record }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unseal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
);

t.test(
  'random inserts, replacements, deletions, compactions and snapshots give the same content as a Map',
  async (t) => {
    let moves = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
        let map = new SlugMap(seed);
        const model: Model = new Map();
        let sealed: { parts: Uint8Array[]; model: Model } | undefined;
        const unseal = () => {
          if (!sealed) return;
          const copy = new SlugMap(seed);
          for (const bytes of sealed.parts) copy.adopt(bytes);
          assertEqual(copy, sealed.model);
          map.unseal();
          sealed = undefined;
        };
        for (const action of steps) {
          if (action.do === 'set') {
            map.set(...action.key, action.record);
            model.set(nameOf(...action.key), { domainId: action.key[0], slug: action.key[1], record: action.record });
          } else if (action.do === 'delete') {
            const had = model.delete(nameOf(...action.key));
            if (map.delete(...action.key) !== had) throw new Error('delete answered wrongly');
          } else if (action.do === 'compact') {
            const held = addressesOf(map);
            map.compact(3);
            if (addressesOf(map) !== held) moves++;
          } else if (action.do === 'seal') {
            sealed ??= { parts: map.seal(), model: new Map(model) };
          } else if (action.do === 'unseal') unseal();
          else {
            unseal();
            map = roundTrip(map);
          }
        }
        assertEqual(map, model);
        unseal();
        // Leftovers of dead records would reappear in the copy.
        assertEqual(roundTrip(map), model);
      }),
      { numRuns: 30 },
    );
    t.ok(moves > 50, `${moves} compactions moved live links`);
  },
);

const plain = (linkId: number, location: string): SlugRecord => ({
  linkId,
  checksum: 0,
  permanent: false,
  takesContacts: false,
  banned: false,
  location,
  rare: [],
});

t.test(
  'many links in several chunks stay correct while they are replaced often, and compaction frees dead bytes',
  async (t) => {
    const map = new SlugMap(1);
    const links = 120_000;
    const locationOf = (n: number, round: number) => `https://example.com/${'x'.repeat(100 + (n % 50))}/${n}/${round}`;
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < links; n++) {
        map.set(n % 3, `slug${n}`, plain(n, locationOf(n, round)));
        if (n % 500 === 0) map.compact(200);
      }
    }
    let steps = 0;
    while (map.compactFor(0)) steps++;
    t.ok(steps > 500, `${steps} steps, none of which moves many`);
    t.notOk(map.compactFor(60_000), 'it ends when there is nothing to do');
    t.equal(map.size, links);
    const { bytes, dead } = map.memory();
    t.ok(dead < chunkBytes, `${dead} of them dead`);
    t.ok(bytes < 5 * chunkBytes, `holds ${bytes} bytes for about ${(links * 200) >> 20} MiB of records`);
    let wrong = 0;
    for (let n = 0; n < links; n++) {
      const at = map.find(n % 3, `slug${n}`);
      if (at < 0 || map.linkId(at) !== n || Buffer.from(map.location(at)).toString() !== locationOf(n, 3)) wrong++;
    }
    t.equal(wrong, 0);
  },
);

t.test('a snapshot excludes writes made while it is taken, and loses nothing written before', async (t) => {
  const map = new SlugMap(3);
  for (let n = 0; n < 1_000; n++) map.set(0, `s${n}`, plain(n, `https://e.com/${n}`));
  const sealed = map.seal();
  for (let n = 0; n < 1_000; n += 2) map.set(0, `s${n}`, plain(n, 'https://e.com/new'));
  map.delete(0, 's1');
  const copy = new SlugMap(map.seed);
  for (const bytes of sealed) copy.adopt(bytes);
  map.unseal();
  t.equal(copy.size, 1_000);
  t.equal(Buffer.from(copy.location(copy.find(0, 's0'))).toString(), 'https://e.com/0');
  t.equal(Buffer.from(map.location(map.find(0, 's0'))).toString(), 'https://e.com/new');
  t.equal(map.find(0, 's1'), -1);
});

t.test('a part of a text is looked up without copying it', async (t) => {
  const map = new SlugMap();
  map.set(5, 'hello', plain(1, 'https://e.com'));
  t.not(map.find(5, '/hello/', 1, 6), -1);
  t.equal(map.find(5, '/hello/', 1, 7), -1);
  t.equal(map.find(4, 'hello'), -1);
});

t.test('texts that are too long are refused', async (t) => {
  const map = new SlugMap();
  map.set(0, 'x', plain(1, 'https://e.com'));
  const before = map.seal();
  map.unseal();
  const withEntry = (length: number): SlugRecord => ({
    ...plain(1, 'https://e.com'),
    rare: [[Rare.rules, 'x'.repeat(length)]],
  });
  t.throws(() => map.set(0, 'x'.repeat(256), plain(1, 'https://e.com')), RangeError);
  t.throws(() => map.set(0, 'x', withEntry(65_536)), RangeError);
  const after = map.seal();
  map.unseal();
  t.same([map.size, after], [1, before], 'nothing was appended');
  map.set(0, 'x', withEntry(65_535));
  t.equal(map.rare(map.find(0, 'x'), Rare.rules)?.length, 65_535);
});

t.test('inconsistent bytes are refused and never read in part', async (t) => {
  const map = new SlugMap(1);
  map.set(0, 'a', plain(1, 'https://e.com'));
  const bytes = Buffer.from(map.seal()[0] as Uint8Array);
  bytes.writeUInt32LE(9_999, 0);
  t.throws(() => new SlugMap(1).adopt(bytes), RangeError);
});

t.test('a few links need little memory, also after many snapshots', async (t) => {
  const record = { linkId: 1, checksum: 1, permanent: false, banned: false, takesContacts: false, rare: [] };
  let map = new SlugMap(seed);
  for (let start = 0; start < 50; start++) {
    for (let n = 0; n < 20; n++) map.set(0, `${start}-${n}`, { ...record, location: 'x'.repeat(1_000) });
    const sealed = map.seal().map((bytes) => Buffer.from(bytes));
    map.unseal();
    while (map.compactFor(1));
    t.ok(map.memory().bytes < 4 << 20, `${map.memory().bytes} bytes`);
    map = new SlugMap(seed);
    for (const bytes of sealed) map.adopt(bytes);
  }
  t.equal(map.size, 1_000);
});

t.test('a cleared map is empty and does not grow when it is filled again', async (t) => {
  const map = new SlugMap(seed);
  const none = { linkId: 1, checksum: 1, permanent: false, banned: false, takesContacts: false };
  const fill = (round: number) => {
    for (let n = 0; n < 50; n++) map.set(0, `r${round}-${n}`, { ...none, location: 'x'.repeat(10_000), rare: [] });
  };
  fill(0);
  const { bytes } = map.memory();
  for (let round = 1; round <= 100; round++) {
    map.clear();
    if (map.size !== 0 || map.find(0, `r${round - 1}-0`) >= 0) t.fail(`round ${round} is not empty`);
    fill(round);
  }
  t.equal(map.size, 50);
  t.ok(map.find(0, 'r100-49') >= 0);
  t.equal(map.memory().bytes, bytes);
});
