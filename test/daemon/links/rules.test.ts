/** Rules and variants in the link API: their checks, the names of variants, and what is stored. */
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_PRO_REQUESTS_PER_MINUTE: '100000' } });
const workspace = await addWorkspace(daemon.context.db, 'pro');
const call = caller(daemon, workspace.key);
const url = 'https://example.com/';
const to = (path: string) => `https://example.com/${path}`;
const two = [
  { url: to('a'), weight: 70 },
  { url: to('b'), weight: 30 },
];
const when = (conditions: object) => ({ rules: [{ when: conditions, url: to('rule') }] });
const after = (first: object, second: object) => ({
  rules: [
    { when: first, url: to('1') },
    { when: second, url: to('2') },
  ],
});

type Case = [name: string, body: object, field?: string];
const cases: Case[] = [
  ['two variants', { variants: two }],
  ['no variants', { variants: [] }],
  ['one variant', { variants: two.slice(0, 1) }, 'variants'],
  ['eleven variants', { variants: Array.from({ length: 11 }, () => two[0]) }, 'variants'],
  ['a weight of 0', { variants: [{ url, weight: 0 }, two[1]] }, 'variants.0.weight'],
  ['a weight of 101', { variants: [two[0], { url, weight: 101 }] }, 'variants.1.weight'],
  ['half a weight', { variants: [two[0], { url, weight: 1.5 }] }, 'variants.1.weight'],
  ['a variant without a URL', { variants: [two[0], { weight: 1 }] }, 'variants.1.url'],
  ['a variant of an app', { variants: [two[0], { url: 'app://x', weight: 1 }] }, 'variants.1.url'],
  [
    'a variant on an own domain',
    { variants: [two[0], { url: 'http://localhost:8080/x', weight: 1 }] },
    'variants.1.url',
  ],
  ['a blank name', { variants: [two[0], { ...two[1], name: ' ' }] }, 'variants.1.name'],
  ['a name with a line break', { variants: [two[0], { ...two[1], name: 'a\nb' }] }, 'variants.1.name'],
  ['a name of 40 characters', { variants: [two[0], { ...two[1], name: '🙂'.repeat(40) }] }],
  ['a name of 41 characters', { variants: [two[0], { ...two[1], name: 'x'.repeat(41) }] }, 'variants.1.name'],
  ['one name twice', { variants: two.map((one) => ({ ...one, name: 'x' })) }, 'variants.1.name'],
  [
    'a name of a variant in a rule',
    {
      variants: [{ ...two[0], name: 'x' }, two[1]],
      rules: [{ when: { device: 'mobile' }, variants: [{ ...two[0], name: 'x ' }, two[1]] }],
    },
    'rules.0.variants.0.name',
  ],
  ['no rules', { rules: [] }],
  ['20 rules', { rules: Array.from({ length: 20 }, (_, n) => ({ when: { query: { n: `${n}` } }, url })) }],
  ['21 rules', { rules: Array.from({ length: 21 }, (_, n) => ({ when: { query: { n: `${n}` } }, url })) }, 'rules'],
  ['a rule without conditions', when({}), 'rules.0.when'],
  ['an unknown condition', when({ moon: 'full' }), 'rules.0.when.moon'],
  ['a rule without a destination', { rules: [{ when: { device: 'mobile' } }] }, 'rules.0.url'],
  ['a rule with two destinations', { rules: [{ when: { device: 'mobile' }, url, variants: two }] }, 'rules.0.url'],
  [
    'a rule on an own domain',
    { rules: [{ when: { device: 'mobile' }, url: 'http://localhost:8080/x' }] },
    'rules.0.url',
  ],
  ['a rule with one variant', { rules: [{ when: { device: 'mobile' }, variants: two.slice(1) }] }, 'rules.0.variants'],
  ['a language', when({ language: 'de' })],
  ['languages with regions', when({ language: ['de-AT', 'zh-Hant-TW', 'es-419'] })],
  ['an unknown language', when({ language: ['de', 'xx'] }), 'rules.0.when.language.1'],
  ['a language in its long form', when({ language: 'deu' }), 'rules.0.when.language'],
  ['no language', when({ language: [] }), 'rules.0.when.language'],
  ['a query parameter with a value', when({ query: { a: 'b' } })],
  ['a query parameter with any value', when({ query: { a: true } })],
  ['a query parameter with an empty value', when({ query: { a: '' } })],
  ['query parameters with several values', when({ query: { a: ['b', 'c'], d: 'e' } })],
  ['a query parameter that is false', when({ query: { a: false } }), 'rules.0.when.query.a'],
  ['no query parameter', when({ query: {} }), 'rules.0.when.query'],
  ['devices', when({ device: ['mobile', 'tablet'] })],
  ['an unknown device', when({ device: 'fridge' }), 'rules.0.when.device'],
  ['systems in any case', when({ os: ['ios', 'Windows'] })],
  ['an unknown system', when({ os: 'Plan 9' }), 'rules.0.when.os'],
  ['a browser', when({ browser: 'Firefox' })],
  ['an unknown browser', when({ browser: 'Fyrefox' }), 'rules.0.when.browser'],
  ['countries', when({ country: ['DE', 'AT'] })],
  ['an unknown country', when({ country: 'QQ' }), 'rules.0.when.country'],
  ['a country in lower case', when({ country: 'de' }), 'rules.0.when.country'],
  ['referrers', when({ referrer: ['news.example.org', '(direct)', 'bücher.example'] })],
  ['a referrer that is a URL', when({ referrer: 'https://example.org/' }), 'rules.0.when.referrer'],
  ['a referrer of 253 characters in ASCII', when({ referrer: `${'ü.'.repeat(31)}ab.de` })],
  ['a referrer of 254 characters in ASCII', when({ referrer: `${'ü.'.repeat(31)}abc.de` }), 'rules.0.when.referrer'],
  ['networks', when({ ip: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'] })],
  ['a network with too many bits', when({ ip: ['192.0.2.0/33'] }), 'rules.0.when.ip.0'],
  ['a network that is a host', when({ ip: 'example.org' }), 'rules.0.when.ip'],
  ['a time', when({ from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' })],
  ['an end before the start', when({ from: '2030-02-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }), 'rules.0.when.to'],
  ['a time without a zone', when({ from: '2030-02-01T00:00:00' }), 'rules.0.when.from'],
  ['hours', when({ hours: { timezone: 'Europe/Berlin', days: ['mon'], from: '09:00', to: '17:00' } })],
  ['hours over midnight', when({ hours: { timezone: 'UTC', from: '22:00', to: '06:00' } })],
  ['hours until midnight', when({ hours: { timezone: 'UTC', from: '22:00', to: '24:00' } })],
  ['an unknown zone', when({ hours: { timezone: 'Europe/Atlantis', from: '09:00' } }), 'rules.0.when.hours.timezone'],
  ['hours without a zone', when({ hours: { from: '09:00' } }), 'rules.0.when.hours.timezone'],
  ['empty hours', when({ hours: { timezone: 'UTC', from: '09:00', to: '09:00' } }), 'rules.0.when.hours.to'],
  ['hours that are always', when({ hours: { timezone: 'UTC' } }), 'rules.0.when.hours'],
  ['no days', when({ hours: { timezone: 'UTC', days: [] } }), 'rules.0.when.hours.days'],
  ['an unknown day', when({ hours: { timezone: 'UTC', days: ['someday'] } }), 'rules.0.when.hours.days.0'],
  ['an hour 25', when({ hours: { timezone: 'UTC', from: '25:00' } }), 'rules.0.when.hours.from'],
  ['equal conditions', after({ device: 'mobile' }, { device: ['mobile'] }), 'rules.1.when'],
  ['more conditions after fewer', after({ device: 'mobile' }, { device: 'mobile', os: 'iOS' }), 'rules.1.when'],
  ['fewer conditions after more', after({ device: 'mobile', os: 'iOS' }, { device: 'mobile' })],
  ['a region after its language', after({ language: 'de' }, { language: 'de-AT' }), 'rules.1.when'],
  ['a language after its region', after({ language: 'de-AT' }, { language: 'de' })],
  ['fewer values after more', after({ country: ['DE', 'AT'] }, { country: 'AT' }), 'rules.1.when'],
  ['a subdomain after its domain', after({ referrer: 'a.example' }, { referrer: 'b.a.example' }), 'rules.1.when'],
  ['a part of a network', after({ ip: '192.0.0.0/8' }, { ip: '192.0.2.0/24' }), 'rules.1.when'],
  ['another network', after({ ip: '192.0.2.0/24' }, { ip: '192.0.0.0/8' })],
  ['anything after all networks', after({ ip: '::/0' }, { os: 'iOS' }), 'rules.1.when'],
  ['a value after any value', after({ query: { a: true } }, { query: { a: 'b' } }), 'rules.1.when'],
  ['any value after a value', after({ query: { a: 'b' } }, { query: { a: true } })],
  ['another parameter', after({ query: { a: 'b' } }, { query: { b: 'b' } })],
  [
    'a part of a time',
    after({ from: '2030-01-01T00:00:00Z' }, { from: '2030-02-01T00:00:00Z', to: '2030-03-01T00:00:00Z' }),
    'rules.1.when',
  ],
  [
    'a part of the hours',
    after(
      { hours: { timezone: 'UTC', from: '20:00', to: '06:00' } },
      { hours: { timezone: 'UTC', days: ['sat'], from: '22:00', to: '05:00' } },
    ),
    'rules.1.when',
  ],
  [
    'hours in another zone',
    after({ hours: { timezone: 'UTC', from: '08:00' } }, { hours: { timezone: 'Europe/Paris', from: '08:00' } }),
  ],
  [
    'conditions that are too long together',
    {
      rules: Array.from({ length: 20 }, (_, n) => ({
        when: { query: { [`${n}`]: Array.from({ length: 10 }, (_, m) => `${m}`.repeat(120)) } },
        url,
      })),
    },
    'rules',
  ],
];

/** Rules that are longest when they are stored: each with referrers that grow in punycode, and long names of variants. */
const longRules = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    when: { referrer: Array.from({ length: 12 }, (_, m) => `${'ü.'.repeat(24)}a${(n * 12 + m).toString(36)}.de`) },
    variants: Array.from({ length: 10 }, (_, m) => ({
      ...{ url, weight: 1 },
      name: `${'🙂'.repeat(36)}${n}-${m}`,
    })),
  }));
cases.push(
  ['rules that fit in the slug map', { rules: longRules(15) }],
  ['rules that are too long for the slug map', { rules: longRules(16) }, 'rules'],
);

t.test('rules and variants are checked on POST, PATCH and bulk, and the field at fault is named', async (t) => {
  const made = (await call('POST', '/links', { url })).json;
  for (const [name, body, field] of cases) {
    const created = await call('POST', '/links', { url, ...body });
    const changed = await call('PATCH', `/links/${made.id}`, { rules: null, variants: null, ...body });
    const bulk = (await call('POST', '/links/bulk', { links: [{ url, ...body }] })).json.results[0];
    t.equal(created.status, field ? 422 : 201, name);
    if (field) {
      for (const json of [created.json, changed.json, bulk])
        t.equal(json.error?.details.field, field, `${name}: names it`);
      continue;
    }
    t.equal(bulk.status, 201);
    const wanted = withNames(body);
    t.match(created.json, wanted, `${name}: is returned`);
    t.same((await call('GET', `/links/${created.json.id}`)).json, created.json, `${name}: and kept`);
    t.same([changed.json.rules, changed.json.variants], [created.json.rules, created.json.variants]);
  }
});

/** The body as it is returned: without empty lists, and with the names A and B. */
function withNames(body: Json) {
  const { variants, rules } = body;
  return {
    ...(variants
      ? { variants: variants.length === 0 ? null : variants.map((one: Json, n: number) => ({ name: 'AB'[n], ...one })) }
      : {}),
    ...(rules ? { rules: rules.length === 0 ? null : rules } : {}),
  };
}

t.test('a variant without a name gets the next free letter of its link', async (t) => {
  const { json } = await call('POST', '/links', {
    url,
    variants: [two[0], { ...two[1], name: 'A' }],
    rules: [{ when: { device: 'mobile' }, variants: [two[0], { ...two[1], name: 'C' }] }],
  });
  const namesOf = ({ variants, rules }: Json) =>
    [...variants, ...rules.flatMap((rule: Json) => rule.variants)].map(({ name }: Json) => name);
  t.same(namesOf(json), ['B', 'A', 'D', 'C']);
  const more = { variants: [two[0], two[1], { ...two[1], name: 'D' }] };
  const taken = await call('PATCH', `/links/${json.id}`, more);
  t.equal(taken.json.error.details.field, 'variants.2.name', 'a name in a rule that stays is taken');
  const changed = await call('PATCH', `/links/${json.id}`, { variants: two });
  t.same(namesOf(changed.json), ['A', 'B', 'D', 'C'], 'names of replaced variants are free again');
  t.same((await call('PATCH', `/links/${json.id}`, { url: to('other') })).json.variants, changed.json.variants);
});

t.test('PUT with unnamed variants changes nothing when it is repeated', async (t) => {
  const body = { url, variants: two, rules: [{ when: { os: 'iOS' }, variants: two }] };
  const made = await call('PUT', '/links/external/split', body);
  t.equal(made.status, 201);
  const again = await call('PUT', '/links/external/split', body);
  t.same([again.status, again.json.updatedAt], [200, made.json.updatedAt]);
});

t.test('rules and variants need the Pro plan', async (t) => {
  const free = caller(daemon, (await addWorkspace(daemon.context.db, 'free')).key);
  for (const [feature, body] of Object.entries({ variants: { variants: two }, rules: when({ os: 'iOS' }) })) {
    const refused = await free('POST', '/links', { url, ...body });
    t.match([refused.status, refused.json.error.details], [402, { field: feature, plan: 'pro' }]);
  }
});

t.test('empty rules and variants need no plan, and clear a link after a downgrade', async (t) => {
  const { db } = daemon.context;
  const { id, key } = await addWorkspace(db, 'pro');
  const owner = caller(daemon, key);
  const made = await owner('POST', '/links', { url, variants: two, ...when({ os: 'iOS' }) });
  t.equal(made.status, 201);
  await db.updateTable('workspaces').set({ plan: 'free' }).where('id', '=', id).execute();
  const free = caller(daemon, (await addWorkspace(db, 'free')).key);
  for (const feature of ['rules', 'variants']) {
    const created = await free('POST', '/links', { url, [feature]: [] });
    t.same([created.status, created.json[feature]], [201, null], feature);
    const cleared = await owner('PATCH', `/links/${made.json.id}`, { [feature]: [] });
    t.same([cleared.status, cleared.json[feature]], [200, null], `${feature} after a downgrade`);
  }
});
