/** Rules and variants as compiled in the slug map: against a plain interpreter, and how visitors are divided. */
import fc from 'fast-check';
import { Chooser } from '../../../daemon/redirect/choose.ts';
import { createClients } from '../../../daemon/redirect/client.ts';
import type { Rule, Variant } from '../../../daemon/redirect/core/conditions.ts';
import { peerOf, variantText } from '../../../daemon/redirect/core/visit.ts';
import { type RecordRow, toRecord } from '../../../daemon/redirect/map/rows.ts';
import { SlugMap } from '../../../daemon/redirect/map/slug-map.ts';
import { agents } from '../../fixtures/clicks.ts';
import { anyLink, anyVisit, type PlainVisit, possible } from '../../fixtures/plain-rules.ts';
import { t } from '../../runner/tap.ts';

const url = 'https://example.com/';
const settings = { trustedProxies: [], countryHeader: '' };

/** Adds a link to a map. Returns its record. */
function put(map: SlugMap, linkId: number, rules: Rule[], variants: Variant[]): number {
  const unset = { banned: false, expires_at: null, expired_url: null, ios_url: null, android_url: null, geo: null };
  const others = { utm: null, password_hash: null, starts_at: null, not_started_url: null, max_clicks: null, uses: 0 };
  const row: RecordRow = {
    ...{ id: linkId, domain_id: 0, slug: `s${linkId}`, url, redirect_type: 302, preview: null, ...unset, ...others },
    rules: rules.length > 0 ? JSON.stringify(rules) : null,
    variants: variants.length > 0 ? JSON.stringify(variants) : null,
    ...{ takesContacts: 0, ownNetworksOf: null, checksum: 0 },
  };
  map.set(0, row.slug, toRecord(row));
  return map.find(0, row.slug);
}

/** A process that chooses. `countries` are found for addresses. */
function startChoosing(map: SlugMap, secret = 1, country = () => 'DE') {
  const chooser = new Chooser({ clients: createClients(settings, () => country()), key: Buffer.alloc(32, secret) });
  return (at: number, visit: PlainVisit) => {
    const sent: Record<string, string> = {
      'user-agent': visit.agent,
      'accept-language': visit.language,
      referer: visit.referer,
    };
    const parts = {
      headers: { getHeader: (name: string) => sent[name] ?? '' },
      peer: peerOf(visit.address),
      query: visit.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
    };
    const isChosen = chooser.byRule(map, at, parts, visit.now) || chooser.byVariant(map, at);
    const bytes = isChosen ? chooser.location : map.location(at);
    return { to: Buffer.from(bytes).toString(), variant: variantText(chooser.variant) };
  };
}

const someone: PlainVisit = {
  ...{ agent: agents.chrome, language: '', referer: '', query: [], address: '192.0.2.7', country: 'DE', now: 0 },
};
/** Visitor number `n`. */
const visitor = (n: number): PlainVisit => ({
  ...someone,
  agent: `${agents.chrome} ${n % 7}`,
  address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
});

t.test('compiled rules choose the same destinations as a plain interpreter', (t) => {
  let linkId = 0;
  fc.assert(
    fc.property(anyLink, fc.array(anyVisit, { minLength: 1, maxLength: 20 }), ({ rules, variants }, visits) => {
      const map = new SlugMap();
      const at = put(map, ++linkId, rules, variants);
      for (const visit of visits) {
        const { to, variant } = startChoosing(map, 1, () => visit.country)(at, visit);
        const expected = possible(rules, variants, url, visit);
        const named = [...variants, ...rules.flatMap((rule) => rule.variants ?? [])].find((one) => one.url === to);
        if (!expected.includes(to) || variant !== (named?.name ?? '')) return false;
      }
      return true;
    }),
    { numRuns: 1_000 },
  );
  t.end();
});

/** Visits over 1,000 links. `many-visits.test.ts` sends up to a million. */
const visits = 20_000;

t.test('many redirects of 1,000 links match the model, and a visitor keeps each variant in every process', (t) => {
  const map = new SlugMap();
  const samples = fc.sample(anyLink, { numRuns: 1_000, seed: 7 });
  const links = samples.map((link, n) => ({ ...link, at: put(map, n + 1, link.rules, link.variants) }));
  const pool = fc.sample(anyVisit, { numRuns: 2_000, seed: 8 }).map((visit) => ({ ...visit, country: 'DE' }));
  const processes = [startChoosing(map), startChoosing(map)];
  const kept = new Map<string, string>();
  let wrong = 0;
  for (let n = 0; n < visits; n++) {
    const index = (n * 7_919) % links.length;
    const { rules, variants, at } = links[index] as (typeof links)[number];
    const visit = pool[Math.floor(n / 3) % pool.length] as PlainVisit;
    const { to } = (processes[n % 2] as (typeof processes)[number])(at, visit);
    const expected = possible(rules, variants, url, visit);
    const key = JSON.stringify([index, visit.agent, visit.address, expected]);
    if (!expected.includes(to) || (kept.get(key) ?? to) !== to) wrong++;
    kept.set(key, to);
  }
  t.equal(wrong, 0, `${visits} redirects`);
  t.end();
});

const variantsOf = (...weights: number[]): Variant[] =>
  weights.map((weight, n) => ({ url: `${url}${n}`, weight, name: 'ABCDEFGHIJ'[n] as string }));

/** The critical values of χ² for p = 0.01 by degrees of freedom. */
const critical = [0, 6.63, 9.21, 11.34, 13.28, 15.09, 16.81, 18.48, 20.09, 21.67];

t.test('visitors are divided by weight, and independently for each link', (t) => {
  const map = new SlugMap();
  const choose = startChoosing(map);
  const people = 20_000;
  for (const [n, weights] of [
    [50, 50],
    [1, 100],
    [70, 20, 10],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [33, 33, 33],
  ].entries()) {
    const at = put(map, n + 1, [], variantsOf(...weights));
    const counts = new Map<string, number>();
    for (let one = 0; one < people; one++) {
      const { variant } = choose(at, visitor(one));
      counts.set(variant, (counts.get(variant) ?? 0) + 1);
    }
    const sum = weights.reduce((all, weight) => all + weight, 0);
    const squares = weights.map((weight, index) => {
      const expected = (people * weight) / sum;
      return ((counts.get('ABCDEFGHIJ'[index] as string) ?? 0) - expected) ** 2 / expected;
    });
    const chi = squares.reduce((all, one) => all + one, 0);
    t.ok(chi < (critical[weights.length - 1] as number), `${weights.join(':')} gives χ² ${chi.toFixed(1)}`);
  }
  const [first, second] = [put(map, 101, [], variantsOf(1, 1)), put(map, 102, [], variantsOf(1, 1))];
  const same = Array.from({ length: people }, (_, n) => visitor(n)).filter(
    (one) => choose(first, one).variant === choose(second, one).variant,
  ).length;
  t.ok(Math.abs(same - people / 2) < people * 0.02, `${same} of ${people} have the same variant of two links`);
  t.end();
});

t.test('when weights change or a variant is removed, no more visitors than necessary change their variant', (t) => {
  const people = Array.from({ length: 10_000 }, (_, n) => visitor(n));
  /** Each visitor's variant. Weights of 0 are variants that do not exist. */
  const divide = (weights: number[], secret = 1) => {
    const map = new SlugMap();
    const at = put(
      map,
      1,
      [],
      variantsOf(...weights)
        .filter(({ weight }) => weight > 0)
        .reverse(),
    );
    const choose = startChoosing(map, secret);
    return people.map((one) => choose(at, one).variant);
  };
  const before = divide([50, 30, 20]);
  t.same(divide([50, 30, 20]), before, 'a restarted process divides them likewise');
  t.not(divide([50, 30, 20], 2).join(), before.join(), 'another secret divides them differently');
  const moves = (after: string[]) =>
    new Set(before.flatMap((name, n) => (name === after[n] ? [] : [`${name} to ${after[n]}`])));
  t.same([...moves(divide([80, 30, 20]))].sort(), ['B to A', 'C to A'], 'a higher weight only attracts');
  t.same([...moves(divide([20, 30, 20]))].sort(), ['A to B', 'A to C'], 'a lower weight only loses');
  t.same(
    [...moves(divide([50, 30, 0]))].sort(),
    ['C to A', 'C to B'],
    'a removed variant loses all, and no others move',
  );
  t.same([...moves(divide([50, 30, 20, 50]))].sort(), ['A to D', 'B to D', 'C to D'], 'a new variant only attracts');
  t.same(moves(divide([100, 60, 40])).size, 0, 'the same shares move nobody');
  t.end();
});
