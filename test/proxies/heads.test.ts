/** HEAD of every page and route of both services: a head, and nothing that the connection's next reader would take for its answer. */

import { hashPassword } from '../../shared/secrets/passwords.ts';
import { addContact, startAutomations } from '../fixtures/automations.ts';
import { addWorkspace, caller, startDaemon } from '../fixtures/daemon.ts';
import { type Head, recordPatterns, sendHeads } from '../fixtures/heads.ts';
import { sendFile } from '../fixtures/imports.ts';
import { freePort } from '../fixtures/processes.ts';
import { haproxy, nginx, proxyMissing, startProxy } from '../fixtures/proxies.ts';
import { openTestDb, putLink } from '../fixtures/redirects.ts';
import { createStores } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const past = new Date(Date.now() - 86_400_000);
const preview = JSON.stringify({ title: 'Title', description: null, imageUrl: null });

/** Fills a pattern; `ids` gives values for the parameter after a noun, so that existing objects are requested too. */
const pathOf = (pattern: string, ids: Record<string, string> = {}) =>
  pattern.replace(/(?<=\/(\w+)\/):\w+|:\w+|\*/g, (_, noun: string | undefined) => ids[noun ?? ''] ?? '1');
const portOf = (address: string) => Number(new URL(address).port);

/** The redirect's answers outside its routes. */
const visits: Head[] = [
  { path: '/plain' },
  { path: '/plain/' },
  { path: '/plain?a=1' },
  { path: '/unknown' },
  { path: '/unknown', headers: { Accept: 'application/json' } },
  { path: '/%75nknown' },
  { path: '/no/slug' },
  { path: '/robots.txt' },
  { path: '/' },
  { path: '/expired' },
  { path: '/banned' },
  { path: '/shown', headers: { 'User-Agent': 'WhatsApp/2' } },
  { path: '/locked' },
  { path: '/locked', headers: { 'X-Link-Password': 'wrong' } },
  { path: '/locked', headers: { 'X-Link-Password': 'right' } },
  { path: '/unknown', headers: { Host: 'elsewhere.test' } },
];

async function startLinks(t: Test) {
  const stores = await createStores(t);
  const db = await openTestDb(t, stores);
  const workspace = await addWorkspace(db, 'scale');
  const password_hash = await hashPassword('right');
  const links = {
    plain: {},
    expired: { expires_at: past },
    banned: { banned: true },
    shown: { preview },
    locked: { password_hash },
  };
  for (const [slug, fields] of Object.entries(links))
    await putLink(db, { slug, workspace_id: workspace.id, ...fields });
  const patterns = recordPatterns();
  const env = { DEFAULT_SHORT_DOMAIN: 'go.test', ADDRESS_REQUESTS_PER_MINUTE: '1000000' };
  const { origin } = await startDaemon(t, { stores, env });
  const call = caller({ origin }, workspace.key);
  const [link] = (await call('GET', '/links')).json.links;
  const authorization = `Bearer ${workspace.key}`;
  const sent = await fetch(`${origin}/api/imports`, { method: 'POST', headers: { authorization }, body: 'url,slug\n' });
  const ids = {
    links: link.id,
    imports: ((await sent.json()) as { id: string }).id,
    webhooks: (await call('POST', '/webhooks', { url: 'https://hooks.example.com/' })).json.id,
    domains: (await call('POST', '/domains', { hostname: 'go.example.org' })).json.id,
  };
  const heads = [...[...patterns].map((pattern) => ({ path: pathOf(pattern, ids) })), ...visits];
  const found = Object.entries(ids).map(([noun, id]) => `/api/${noun}/${id}`);
  return {
    port: portOf(origin),
    heads,
    headers: { Host: 'go.test', Authorization: authorization },
    found: [...found, `/api/links/${ids.links}/qr`, `/api/imports/${ids.imports}/errors`, '/api/links/export'],
  };
}

async function startContacts(t: Test) {
  const patterns = recordPatterns();
  const service = await startAutomations(t);
  const id = await addContact(service, { email: 'carl@example.com' });
  const { ID: imported } = (await sendFile(service, 'people.csv', 'email\n')).body.data.import;
  const { consent_links } = (await service.get(`/contact/${id}/consent-links`)).body.data;
  const pages = [consent_links.unsubscribe_url, consent_links.preferences_url].flatMap((url) => [url, `${url}x`]);
  const { routes } = (await (await fetch(`${service.site}/wp-json/`)).json()) as { routes: object };
  const paths = [
    ...[...patterns].map((pattern) => pathOf(pattern)),
    ...Object.keys(routes).map(
      (route) =>
        `/wp-json${route.replaceAll(/\(\?P<(\w+)>[^)]*\)/g, (_, name) => String(name === 'import_id' ? imported : id))}`,
    ),
    ...pages.map((url) => url.slice(new URL(url).origin.length)),
    ...['/', '/index.php', '/unknown', '/wp-json/unknown', '/wp-json/automations/tags?_method=GET'],
  ];
  const headers = { Host: 'crm.test', Authorization: `Bearer ${service.key}` };
  const own = '/wp-json/automations';
  return {
    port: portOf(service.site),
    heads: paths.map((path) => ({ path })),
    headers,
    found: [`${own}/contact/${id}/export`, `${own}/contacts/export`, `${own}/import/${imported}/errors`],
  };
}

for (const [what, start] of [
  ['the link service', startLinks],
  ['contact automation', startContacts],
] as const) {
  t.test(`HEAD of every page and route of ${what} works directly and behind proxies`, async (t) => {
    const { port, heads, headers, found } = await start(t);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    const direct = await sendHeads(port, heads, headers);
    t.ok(direct.length > 100, `${direct.length} paths`);
    const missed = found.filter((path) => !direct.includes(`${path} 200`));
    t.same(missed, [], 'existing objects, also as streams');
    for (const [name, config] of [
      ['nginx', nginx(0, port, 'keepalive_requests 100000;')],
      ['haproxy', haproxy(0, port, 'http-reuse always')],
    ] as const) {
      await t.test(`HEAD gets the same answers behind ${name}`, { skip: await proxyMissing(name) }, async (t) => {
        const front = await freePort();
        await startProxy(t, name, config.replace('127.0.0.1:0', `127.0.0.1:${front}`), front);
        t.strictSame(await sendHeads(front, heads, headers), direct, 'the same answers');
      });
    }
  });
}
