/** The preview of a visitor: it arrives where the redirect of the stored link sends a real one. */
import { previewVisit } from '../../../daemon/redirect/visit-preview.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t);
const workspace = await addWorkspace(daemon.context.db, 'team');
const call = caller(daemon, workspace.key);
const to = (path: string) => `https://example.com/${path}`;
const preview = async (link: object, visitor: object) =>
  (await call('POST', '/links/preview', { ...link, visitor })).json;

const link = {
  url: to('all'),
  utm: { source: 'mail' },
  iosUrl: to('ios'),
  geo: { JP: to('jp') },
  rules: [
    { when: { language: 'de', device: ['mobile', 'tablet'] }, url: to('de') },
    { when: { os: 'windows', browser: 'firefox' }, url: to('windows') },
    { when: { ip: '192.0.2.0/24', referrer: 'example.org' }, url: to('office') },
    { when: { query: { campaign: 'spring' } }, url: to('spring') },
    { when: { hours: { timezone: 'Asia/Tokyo', days: ['sat', 'sun'] } }, url: to('weekend') },
  ],
};
const wednesday = '2026-07-01T12:00:00Z';
const at = (visitor: object) => ({ time: wednesday, ...visitor });

type Case = [visitor: object, path: string, by: string, rule?: number];
const cases: Case[] = [
  [at({}), 'all', 'url'],
  [at({ language: 'de-AT', device: 'mobile' }), 'de', 'rule', 0],
  [at({ language: 'de', device: 'desktop' }), 'all', 'url'],
  [at({ os: 'Windows', browser: 'Firefox' }), 'windows', 'rule', 1],
  [at({ ip: '192.0.2.9', referrer: 'news.example.org' }), 'office', 'rule', 2],
  [at({ ip: '192.0.2.9', referrer: '(direct)' }), 'all', 'url'],
  [at({ query: 'campaign=spring&x=1' }), 'spring', 'rule', 3],
  [{ time: '2026-07-03T16:00:00Z' }, 'weekend', 'rule', 4],
  [at({ os: 'iOS' }), 'ios', 'ios'],
  [at({ country: 'JP' }), 'jp', 'country'],
  [at({ os: 'iOS', country: 'JP' }), 'ios', 'ios'],
];

t.test('each described visitor is redirected by the matching part of the link', async (t) => {
  for (const [visitor, path, by, rule = null] of cases) {
    const arrival = await preview(link, visitor);
    t.match(arrival, { outcome: 'redirect', by, rule, variant: null }, JSON.stringify(visitor));
    t.ok(
      arrival.url.startsWith(`${to(path)}?utm_source=mail`) || arrival.url.includes('utm_source=mail&campaign'),
      arrival.url,
    );
  }
});

t.test("the preview equals a real visitor's redirect", async (t) => {
  const { json } = await call('POST', '/links', link);
  const agents = {
    iPhone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
  };
  const visits: [visitor: object, headers: Record<string, string>][] = [
    [
      { os: 'iOS', device: 'mobile', browser: 'Safari', language: 'de' },
      { 'user-agent': agents.iPhone, 'accept-language': 'de' },
    ],
    [{ os: 'iOS', device: 'mobile', browser: 'Safari' }, { 'user-agent': agents.iPhone }],
    [{ os: 'Windows', device: 'desktop', browser: 'Firefox' }, { 'user-agent': agents.Windows }],
  ];
  for (const [visitor, headers] of visits) {
    const { url } = await preview({ ...link, rules: link.rules.slice(0, 4) }, visitor);
    await call('PATCH', `/links/${json.id}`, { rules: link.rules.slice(0, 4) });
    await until(async () => {
      const { headers: answered } = await fetch(json.shortUrl.replace(/^.*\/(?=[^/]+$)/, `${daemon.origin}/`), {
        redirect: 'manual',
        headers,
      });
      return answered.get('location') === url;
    });
    t.pass(url);
  }
});

t.test('a visitor is shown one of the variants, with its name', async (t) => {
  const variants = [
    { url: to('a'), weight: 50 },
    { url: to('b'), weight: 50 },
  ];
  const seen = new Set<string>();
  for (let n = 0; n < 40; n++) {
    const { url, by, variant } = await preview({ url: to('x'), variants }, { ip: `192.0.2.${n}` });
    t.equal(by, 'variant');
    t.equal(url, to(variant.toLowerCase()));
    seen.add(variant);
  }
  t.same([...seen].sort(), ['A', 'B']);
});

t.test(
  'a link that is not active at the given time shows its page or substitute URL, and a password is ignored',
  async (t) => {
    const timed = {
      url: to('x'),
      startsAt: '2026-07-01T00:00:00Z',
      expiresAt: '2026-07-02T00:00:00Z',
      password: 'spring 2026',
    };
    t.match(await preview(timed, { time: '2026-06-30T00:00:00Z' }), { outcome: 'notFound', url: null });
    t.match(await preview(timed, { time: wednesday }), { outcome: 'redirect', url: to('x') });
    t.match(await preview(timed, { time: '2026-07-02T00:00:00Z' }), { outcome: 'expired', url: null });
    t.match(await preview({ ...timed, expiredUrl: to('over') }, { time: '2026-07-03T00:00:00Z' }), {
      url: to('over'),
      by: 'expired',
    });
  },
);

t.test('an invalid visitor or link is refused with the field at fault', async (t) => {
  const wrong: [link: object, visitor: object, field: string][] = [
    [{ url: 'x' }, {}, 'url'],
    [link, { ip: '192.0.2.0/24' }, 'visitor.ip'],
    [link, { os: 'Windoze' }, 'visitor.os'],
    [link, { age: 7 }, 'visitor.age'],
    [{ ...link, rules: [{ when: { language: 'de' } }] }, {}, 'rules.0.url'],
  ];
  for (const [given, visitor, field] of wrong) {
    const { status, json } = await call('POST', '/links/preview', { ...given, visitor });
    t.equal(status, 422);
    t.equal(json.error.details.field, field);
  }
});

t.test('previews reuse their memory', async (t) => {
  const visit = (n: number) =>
    previewVisit(
      {
        ...{ linkId: n, checksum: n, permanent: false, banned: false, takesContacts: false },
        ...{ location: to(`${n}`), rare: [] },
      },
      {},
      () => undefined,
    ).url;
  visit(0);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let n = 1; n <= 1_000; n++) {
    if (visit(n) !== to(`${n}`)) t.fail(`preview ${n}`);
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  t.ok(most - before < 4 * 2 ** 20, `${most - before} bytes more`);
});
