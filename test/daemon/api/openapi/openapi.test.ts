/** The published description: it has no lint errors, matches the answers, and a client generated from it works. */
import createClient from 'openapi-fetch';
import { addWorkspace, caller, type Json, startDaemon } from '../../../fixtures/daemon.ts';
import { compileSchema, type Document, matches, type Schema } from '../../../fixtures/openapi.ts';
import { clientCompiles, lintsClean } from '../../../fixtures/openapi-tools.ts';
import { t } from '../../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: {
    BASE_URL: 'https://links.waypost.test/api',
    PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
    PLANS_FREE_REQUESTS_PER_MINUTE: '4',
    // A provider, because its routes are part of the description. Nothing listens at this URL.
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'waypost',
    OIDC_CLIENT_SECRET: 'secret',
  },
});
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'pro');
const call = caller(daemon, workspace.key);
const document: Document = (await call('GET', '/openapi.json')).json;
const url = 'https://example.com/';

t.test('the document is OpenAPI 3.1, public, and lists every endpoint once', async (t) => {
  const open = await caller(daemon, undefined)('GET', '/openapi.json');
  t.equal(open.status, 200);
  t.match(document, { openapi: /^3\.1\./, info: { version: '1.0.0' } });
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
  );
  for (const operation of [
    'GET /links',
    'POST /links',
    'POST /links/bulk',
    'GET /links/{id}',
    'PATCH /links/{id}',
    'DELETE /links/{id}',
    'GET /links/{id}/qr',
    'GET /tags',
  ]) {
    t.ok(operations.includes(operation), operation);
  }
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  t.equal(new Set(ids).size, ids.length);
});

t.test('a query parameter is published as required if a request without it is refused', async (t) => {
  const required: string[] = [];
  for (const [at, { get }] of Object.entries(document.paths)) {
    const inQuery = (get?.parameters ?? []).filter((one: Json) => one.in === 'query');
    if (inQuery.length === 0 || at.includes('{')) continue;
    const { status, json } = await call('GET', at);
    const issues: Json[] = status === 422 ? json.error.details.issues : [];
    const missing = issues.filter(({ message }) => message === 'is required').map(({ field }) => field);
    const published = inQuery.filter((one: Json) => one.required).map(({ name }: Json) => name);
    t.same(published, missing, at);
    required.push(...published.map((name: string) => `${at} ${name}`));
  }
  t.same(required, ['/links/slug-availability slug', '/stats/links ids']);
});

t.test('Redocly reports no problem', async (t) => {
  // No link id equals a fixed path segment. A provider's sign-in routes only redirect.
  await lintsClean(t, document, ['no-ambiguous-paths', 'operation-2xx-response']);
});

t.test('real responses and errors match the document', async (t) => {
  const seen = new Set<number>();
  const live = async (method: string, at: string, real: string, body?: unknown, by = call) => {
    const answer = await by(method, real, body);
    matches(t, document, { method, at, answer });
    seen.add(answer.status);
    return answer;
  };
  const full = {
    url,
    title: 'a',
    tags: ['x'],
    password: 'long enough',
    expiresAt: '2031-01-01T00:00:00Z',
    geo: { DE: url },
  };
  const { json } = await live('POST', '/links', '/links', { ...full, utm: { source: 'x' }, slug: 'taken' });
  await live('POST', '/links', '/links', { url, slug: 'taken' });
  await live('POST', '/links', '/links', { url, iosUrl: url });
  await live('POST', '/links', '/links', { url: 'x' });
  await live('POST', '/links', '/links', { url, title: 'x'.repeat(1 << 20) });
  await live('POST', '/links', '/links', { url }, caller(daemon, undefined));
  await live('POST', '/links/bulk', '/links/bulk', { links: [{ url }, {}, { url, slug: 'taken' }] });
  await live('POST', '/links/bulk', '/links/bulk', { links: [] });
  await live('GET', '/links', '/links?limit=1');
  await live('GET', '/links', '/links?q=a&tag=x');
  await live('GET', '/links', '/links?limit=0');
  await live('GET', '/links/{id}', `/links/${json.id}`);
  await live('GET', '/links/{id}', '/links/unknown');
  await live('PATCH', '/links/{id}', `/links/${json.id}`, { password: null, geo: null, utm: {}, archived: true });
  await live('PATCH', '/links/{id}', `/links/${json.id}`, { domain: 'x' });
  await live('GET', '/links/{id}/qr', `/links/${json.id}/qr`);
  await live('GET', '/links/{id}/qr', `/links/${json.id}/qr?size=1`);
  await live('GET', '/tags', '/tags');
  await live('DELETE', '/links/{id}', `/links/${json.id}`);
  await live('DELETE', '/links/{id}', `/links/${json.id}`);
  const free = caller(daemon, (await addWorkspace(db, 'free')).key);
  for (let n = 0; n < 5; n++) await live('GET', '/tags', '/tags', undefined, free);
  t.same([...seen].sort(), [200, 201, 401, 402, 404, 409, 413, 422, 429], 'each of these was among them');
});

/** A client with a method for each operation, generated from the document. */
function clientOf(document: Document, key: string) {
  const fetcher = createClient<Record<string, Json>>({
    baseUrl: `${daemon.origin}/api`,
    headers: { authorization: `Bearer ${key}` },
  }) as Json;
  return Object.fromEntries(
    Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        operationId,
        (init?: object) => fetcher[method.toUpperCase()](at, init),
      ]),
    ),
  ) as Record<string, (init?: object) => Promise<{ data?: Json; error?: Json; response: Response }>>;
}

t.test('a client generated from the document can create, read, change and delete a link', async (t) => {
  const client = clientOf(document, (await addWorkspace(db, 'pro')).key);
  const { data: made } = await (client.createLink as Json)({ body: { url, tags: ['life'], slug: 'life' } });
  t.match(made, { slug: 'life', tags: ['life'], archived: false });
  const at = { params: { path: { id: made.id } } };
  t.same((await client.getLink?.(at))?.data, made);
  const { data: changed } = await (client.updateLink as Json)({ ...at, body: { title: 'Changed', archived: true } });
  t.match(changed, { id: made.id, title: 'Changed', archived: true });
  const listed = await client.listLinks?.({ params: { query: { archived: 'true', q: 'chang', limit: 5 } } });
  t.same(listed?.data, { links: [changed], nextCursor: null });
  t.same((await client.listTags?.())?.data, { tags: [{ tag: 'life', count: 1 }] });
  const code = await client.getLinkQr?.({ ...at, parseAs: 'text' });
  t.match(code?.data, /^<svg /);
  const bulk = await client.createLinks?.({ body: { links: [{ url }, { url, slug: 'life' }] } });
  t.match(bulk?.data, { created: 1, failed: 1, results: [{ ok: true }, { ok: false, error: { code: 'slug_taken' } }] });
  t.same((await client.deleteLink?.(at))?.data, { ok: true });
  const gone = await client.getLink?.(at);
  t.match([gone?.response.status, gone?.error], [404, { error: { code: 'not_found' } }]);
});

/** Yields every schema in the document, with its place. */
function* schemasIn(value: unknown, at: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Schema];
  for (const [name, inside] of Object.entries(value)) {
    if (name !== 'example' && name !== 'examples') yield* schemasIn(inside, `${at}/${name}`);
  }
}

t.test('every object schema has a name, and no format is stricter than the service', async (t) => {
  for (const [at, schema] of schemasIn(document, '')) {
    if (schema.properties && !/^\/components\/schemas\/\w+$/.test(at)) t.fail(`${at} has no name`);
    if (schema.format === 'uri') t.fail(`${at} would refuse URLs beyond ASCII`);
  }
  const names = Object.keys(document.components.schemas);
  for (const name of [
    'Stats',
    'LinkStats',
    'Workspace',
    'Member',
    'Key',
    'NewKey',
    'Link',
    'LinkInput',
    'Preview',
    'PreviewInput',
    'Tag',
    'Domain',
    'Utm',
    'Billing',
    'User',
    'AuditEntry',
  ]) {
    t.ok(names.includes(name), name);
  }
  const { content } = document.paths['/links/{id}/qr']?.get?.responses[200] ?? {};
  t.same(Object.keys(content ?? {}), ['image/svg+xml', 'image/png']);
});

t.test('the document accepts everything that the service accepts', async (t) => {
  const schemaOf = (name: string) => compileSchema(document, document.components.schemas[name] as Schema);
  const odd = 'https://münchen.example/straße?q=ä b';
  for (const body of [
    { url: odd },
    { url, title: null, utm: null, geo: null, slug: null, tags: null, domain: null, redirectType: null },
    { url, startsAt: null, notStartedUrl: null, maxClicks: null, note: null, preview: null, importedClicks: null },
    { url, note: 'ä', preview: { title: 'ü', description: null, imageUrl: odd } },
    { url, iosUrl: 'myapp://open/ü', geo: { DE: odd }, utm: { source: 'x' } },
  ]) {
    const made = await call('POST', '/links', body).then(async (answer) =>
      answer.status === 402 ? undefined : answer,
    );
    if (made) t.equal(made.status, 201, made.text);
    t.ok(schemaOf('LinkInput')(body).ok, JSON.stringify(body));
    if (made) t.ok(schemaOf('Link')(made.json).ok);
  }
  const bulk = { links: [{ url: odd }, {}, null, 7, 'x', { url, colour: 'red' }] };
  t.match((await call('POST', '/links/bulk', bulk)).json, { created: 1, failed: 5 });
  t.ok(schemaOf('LinksInput')(bulk).ok, 'items that are no links');
  t.notOk(schemaOf('LinkInput')({ url, geo: { de: url } }).ok);
});

t.test('an invalid query parameter is reported in one sentence', async (t) => {
  let refused = 0;
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const { name } of path.includes('{') ? [] : (get?.parameters ?? [])) {
      const { status, text } = await call('GET', `${path}?${new URLSearchParams({ [name]: '§' })}`);
      if (status === 422) refused++;
      t.notMatch(text, /must be [A-Z][a-z]* /, `${path}?${name}`);
    }
  }
  t.ok(refused > 10);
});

const usage = `
import { Api, type Link, type LinkInput, type Stats, type Member, type Key, type Domain, type Workspace } from './client.ts';
const api = new Api({ baseUrl: 'https://links.example.com/api' });
export async function use(): Promise<[Link, string[], number, string | undefined, string | null]> {
  const input: LinkInput = { url: 'https://example.com/', title: null, utm: { source: 'x' }, geo: { DE: 'https://example.de/' } };
  const { data: link } = await api.links.createLink(input);
  const { data: stats } = await api.stats.getStats({ interval: 'day' });
  const read: Stats = stats;
  const { data: page } = await api.links.listLinks({ archived: 'all', limit: 5 });
  const members: Member[] = (await api.members.listMembers()).data.members;
  const keys: Key[] = (await api.keys.listKeys()).data.keys;
  const domains: Domain[] = (await api.domains.listDomains()).data.domains;
  const workspace: Workspace = (await api.workspace.getWorkspace()).data;
  const names = [...members.map(({ email }) => email), ...keys.map(({ name }) => name), ...domains.map(({ dns }) => dns.status)];
  const top: number = read.topLinks.map(({ clicks }) => clicks)[0] ?? workspace.usage.clicks;
  return [page.links[0] ?? link, names, top + read.breakdown.country.length, link.geo?.DE ?? link.utm?.source, link.title];
}
// @ts-expect-error a link has no such field
export const wrong = (link: Link) => link.colour;
// @ts-expect-error nor is any answer untyped
export const number: number = {} as Stats['totals'];
`;

t.test('a TypeScript client generated from the document compiles and is fully typed', (t) =>
  clientCompiles(t, document, usage),
);

t.test('the API reference page loads its files only from the installation', async (t) => {
  const page = await caller(daemon, undefined)('GET', '/docs');
  t.equal(page.status, 200);
  t.match(page.headers.get('content-security-policy'), "script-src 'self'");
  t.match(page.headers.get('content-security-policy'), "connect-src 'self' https://links.waypost.test; base");
  t.notMatch(page.text, /https?:\/\//);
  const needed = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at]) => at as string);
  t.equal(needed.length, 3);
  for (const at of needed) {
    const file = await caller(daemon, undefined)('GET', `/${at}`, undefined, { 'accept-encoding': 'gzip' });
    t.equal(file.status, 200, at);
    t.ok(file.text.length > 50, at);
    t.equal(file.headers.get('content-encoding'), at.endsWith('start.js') ? null : 'gzip', at);
  }
});
