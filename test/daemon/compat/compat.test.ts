/** The APIs of other systems: shapes and errors as their documentation describes them, rights, hosts and hostile input. */
import { checkCompat } from '../../../shared/check/checks/settings.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { send } from '../../fixtures/requests.ts';
import { t } from '../../runner/tap.ts';

const all = 'yourls,shlink,kutt,bitly';
const daemon = await startDaemon(t, { env: { COMPAT: all, PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const reader = await addWorkspace(db, 'scale', 'viewer');
const { key } = workspace;

const now = new Date();
const times = { created_at: now, updated_at: now };
const row = {
  public_id: 'dom_own',
  workspace_id: workspace.id,
  hostname: 'own.example.com',
  status: 'verified',
  ...times,
} as const;
const { insertId } = await db.insertInto('domains').values(row).executeTakeFirstOrThrow();
daemon.slugMap.hosts.refresh([Number(insertId)], [{ id: Number(insertId), hostname: 'own.example.com' }]);

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

async function ask(path: string, { body, ...sent }: Sent = {}, origin = daemon.origin) {
  const reply = await send(`${origin}${path}`, { ...sent, ...(body === undefined ? {} : { body }) });
  return Object.assign(reply, { json: reply.isJson ? (JSON.parse(reply.text) as Json) : undefined });
}
const asJson = { 'content-type': 'application/json' };
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const yourls = (fields: Record<string, string>, signature = key) =>
  ask(`/yourls-api.php?${form({ format: 'json', signature, ...fields })}`);
const kutt = (method: string, path: string, body?: unknown, token = key) =>
  ask(`/api/v2${path}`, {
    method,
    headers: { ...asJson, 'x-api-key': token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const bitly = (method: string, path: string, body?: unknown, token = key) =>
  ask(`/v4${path}`, {
    method,
    headers: { ...asJson, authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

t.test('YOURLS: each action is answered in the documented format', async (t) => {
  const url = 'https://example.com/yourls';
  const { status, json } = await yourls({ action: 'shorturl', url, keyword: 'ozh', title: 'A <b> & "c"' });
  const { date } = json.url;
  t.match(date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const title = 'A <b> & "c"';
  t.strictSame(
    [status, json],
    [
      200,
      {
        ...{
          status: 'success',
          code: '',
          message: `The link to ${url} was created.`,
          errorCode: '',
          statusCode: '200',
        },
        ...{ url: { keyword: 'ozh', url, title, date, ip: '' }, title, shorturl: 'http://localhost:8080/ozh' },
      },
    ],
  );
  const again = await yourls({ action: 'shorturl', url });
  t.equal(again.status, 400);
  t.match(again.json, {
    status: 'fail',
    code: 'error:url',
    statusCode: '400',
    errorCode: '400',
    shorturl: 'http://localhost:8080/ozh',
    url: { keyword: 'ozh', clicks: 0 },
  });
  t.equal((await yourls({ action: 'shorturl', url, format: 'simple' })).text, 'http://localhost:8080/ozh');
  await db.updateTable('links').set({ clicks: 7 }).where('slug', '=', 'ozh').execute();
  for (const shorturl of ['ozh', 'http://localhost:8080/ozh', 'localhost:8080/ozh']) {
    const expanded = await yourls({ action: 'expand', shorturl });
    t.strictSame(expanded.json, {
      keyword: 'ozh',
      shorturl: 'http://localhost:8080/ozh',
      longurl: url,
      title,
      message: 'success',
      statusCode: '200',
    });
    const link = { shorturl: 'http://localhost:8080/ozh', url, title, timestamp: date, ip: '', clicks: 7 };
    t.strictSame((await yourls({ action: 'url-stats', shorturl })).json, {
      statusCode: '200',
      message: 'success',
      link,
    });
  }
  t.equal((await yourls({ action: 'expand', shorturl: 'ozh', format: 'simple' })).text, url);
  await yourls({ action: 'shorturl', url: 'example.com/bare' });
  for (const [fields, urls] of [
    [{ filter: 'top', limit: '1' }, [url]],
    [{ filter: 'bottom', limit: '1' }, ['http://example.com/bare']],
    [{ filter: 'last', limit: '5' }, ['http://example.com/bare', url]],
    [{ filter: 'last', limit: '5', start: '1' }, [url]],
    [{ filter: 'rand', limit: '5000' }, ['http://example.com/bare', url]],
    [{ limit: '' }, []],
  ] as [Record<string, string>, string[]][]) {
    const { json: stats } = await yourls({ action: 'stats', ...fields });
    t.strictSame(
      Object.values(stats.links as Json).map((link: Json) => link.url),
      urls,
      JSON.stringify(fields),
    );
    t.strictSame(stats.stats, { total_links: 2, total_clicks: 7 });
  }
  t.strictSame((await yourls({ action: 'db-stats' })).json['db-stats'], { total_links: 2, total_clicks: 7 });
  t.match((await yourls({ action: 'version' })).json.version, /^1\.\d+/);
});

t.test('YOURLS: every format is answered, to GET, form and multipart requests', async (t) => {
  const fields = { action: 'expand', shorturl: 'ozh', signature: key };
  const xml = await ask(`/yourls-api.php?${form(fields)}`);
  t.equal(xml.headers.get('content-type'), 'application/xml; charset=utf-8');
  t.match(xml.text, '<title>A &#60;b&#62; &#38; &#34;c&#34;</title>');
  t.match(xml.text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<root><keyword>ozh<\/keyword>.*<\/root>\n$/);
  const jsonp = await ask(`/yourls-api.php?${form({ ...fields, format: 'jsonp', callback: 'a.b$1' })}`);
  t.equal(jsonp.headers.get('content-type'), 'application/javascript; charset=utf-8');
  t.match(jsonp.text, /^\/\*\*\/a\.b\$1\(\{"keyword":"ozh".*\}\)$/);
  const posted = await ask('/yourls-api.php', {
    method: 'POST',
    headers: asForm,
    body: form({ ...fields, format: 'simple' }),
  });
  t.equal(posted.text, 'https://example.com/yourls');
  const edge = '----------------------------735323031399963166993862';
  const parts = Object.entries({ ...fields, format: 'json' })
    .map(([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const multipart = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const sent = await ask('/yourls-api.php', { method: 'POST', headers: multipart, body: `${parts}--${edge}--\r\n` });
  t.equal(sent.json.longurl, 'https://example.com/yourls');
  t.equal(sent.headers.get('cache-control'), 'no-store');
});

t.test('YOURLS: each error has the code and status of the original', async (t) => {
  const url = 'https://example.com/other';
  for (const [fields, status, expected, signature] of [
    [{ action: 'shorturl', url, keyword: 'ozh' }, 400, { status: 'fail', code: 'error:keyword', errorCode: '400' }],
    [{ action: 'shorturl', url, keyword: 'not valid' }, 400, { status: 'fail', code: 'error:keyword' }],
    [{ action: 'shorturl' }, 400, { status: 'fail', code: 'error:nourl' }],
    [{ action: 'shorturl', url: 'javascript:alert(1)' }, 400, { status: 'fail', code: 'error:unsafe' }],
    [{ action: 'shorturl', url: 'http://own.example.com/ozh' }, 400, { status: 'fail', code: 'error:noloop' }],
    [{ action: 'shorturl', url: 'http://192.168.1.1/' }, 400, { status: 'fail', code: 'error:unsafe' }],
    [{ action: 'shorturl', url }, 403, { errorCode: '403' }, reader.key],
    [{ action: 'expand', shorturl: 'nothing' }, 404, { errorCode: '404' }],
    [{ action: 'expand' }, 404, { errorCode: '404' }],
    [{ action: 'expand', shorturl: 'https://other.example/ozh' }, 404, { errorCode: '404' }],
    [{ action: 'url-stats', shorturl: 'ozh' }, 404, { statusCode: '404' }, reader.key],
    [{ action: 'stats', limit: '1', start: '10001' }, 400, { errorCode: '400' }],
    [{}, 400, { errorCode: '400' }],
    [{ action: 'constructor' }, 400, { errorCode: '400' }],
    [{ action: 'version' }, 403, { errorCode: '403', message: /missing or invalid/ }, 'wrong'],
    [{ action: 'version', username: 'u', password: 'p' }, 403, { message: /not a username/ }, ''],
    [
      { action: 'version', timestamp: '1' },
      403,
      { message: /only hashes of keys/ },
      'd41d8cd98f00b204e9800998ecf8427e',
    ],
    [{ action: 'version', callback: 'alert(1)' }, 400, { message: /callback must be a name/ }],
    [{ action: 'version', format: 'jsonp', callback: 'a;b' }, 400, { message: /callback must be a name/ }],
  ] as [Record<string, string>, number, Json, string?][]) {
    const answer = await yourls(fields, signature);
    t.equal(answer.status, status, JSON.stringify(fields));
    t.match(answer.json, expected, answer.text);
  }
  t.equal((await yourls({ action: 'shorturl', format: 'simple' })).text, '', 'no error looks like a short URL');
});

t.test('Kutt: links are created, listed, changed and deleted in the documented format', async (t) => {
  const target = 'https://example.com/kutt';
  const { status, json } = await kutt('POST', '/links', {
    ...{ target, customurl: 'kutt', description: 'Kutt', password: 'secret-1', expire_in: '2 days', domain: null },
  });
  const { id, created_at, updated_at, expire_in } = json;
  const expected = {
    ...{ id, address: 'kutt', link: 'http://localhost:8080/kutt', target, description: 'Kutt', domain: null },
    ...{ password: true, banned: false, expire_in, visit_count: 0, created_at, updated_at },
  };
  t.strictSame([status, json], [201, expected]);
  const inDays = (Date.parse(expire_in) - Date.parse(created_at)) / 86_400_000;
  t.ok(inDays > 1.9 && inDays < 2.1, expire_in);
  const plain = { target: 'example.com/reuse', reuse: true };
  t.strictSame(
    [(await kutt('POST', '/links', plain)).status, (await kutt('POST', '/links', plain)).status],
    [201, 200],
  );
  const page = (await kutt('GET', '/links?limit=1&skip=1&search=example.com')).json;
  t.match(page, { limit: 1, skip: 1, data: [{ id }] });
  t.type(page.total, 'number');
  t.match((await kutt('GET', '/links?limit=5000')).json, { limit: 50, skip: 0 });
  const changed = await kutt('PATCH', `/links/${id}`, {
    target: 'https://example.com/k2',
    address: 'kutt2',
    password: '',
  });
  t.match(changed.json, {
    id,
    address: 'kutt2',
    target: 'https://example.com/k2',
    password: false,
    description: 'Kutt',
  });
  t.strictSame((await kutt('DELETE', `/links/${id}`)).json, { message: 'The link was deleted.' });
  for (const [method, path, body, wanted, message, token] of [
    ['POST', '/links', {}, 400, /^target /],
    ['POST', '/links', { target, customurl: 'ozh' }, 400, /already used/],
    ['POST', '/links', { target, expire_in: 'soon' }, 400, /^expire_in must be at least a minute/],
    ['POST', '/links', { target, expire_in: '1s' }, 400, /^expire_in/],
    ['POST', '/links', { target, expire_in: '9999999 years' }, 400, /^expire_in/],
    ['POST', '/links', { target: { a: 1 } }, 400, /^target/],
    ['POST', '/links', { target, domain: 'other.example' }, 400, /^domain/],
    ['PATCH', `/links/${id}`, {}, 400, /at least one field/],
    ['PATCH', `/links/${id}`, { target }, 404, /no such link/],
    ['DELETE', '/links/4b87f72c-e93c-11f1-85bd-02fc00000001', undefined, 404, /no such link/],
    ['DELETE', '/links/caf%C3%A9', undefined, 404, /no such link/],
    ['GET', '/links', undefined, 401, /API key/, ''],
    ['POST', '/links', { target }, 403, /member role/, reader.key],
    ['GET', '/users', undefined, 404, /./],
    ['PUT', '/links', {}, 405, /./],
  ] as [string, string, unknown, number, RegExp, string?][]) {
    const answer = await kutt(method, path, body, token);
    t.equal(answer.status, wanted, `${method} ${path} ${JSON.stringify(body)}`);
    t.match(answer.json.error, message);
  }
  t.equal((await ask('/api/v2/health')).text, 'OK');
});

t.test('Bitly: links are shortened, found, changed and counted in the documented format', async (t) => {
  const long_url = 'https://example.com/bitly';
  const { status, json } = await bitly('POST', '/shorten', { long_url, domain: 'bit.ly', group_guid: 'B1' });
  const { created_at, id } = json;
  t.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  const expected = {
    ...{ id, link: `http://${id}`, long_url, title: '', archived: false, tags: [], created_at },
    ...{ custom_bitlinks: [], deeplinks: [], references: { group: `/v4/groups/${workspace.publicId}` } },
  };
  t.strictSame([status, json], [201, expected]);
  const again = await bitly('POST', '/bitlinks', { long_url, title: 'Ignored', tags: ['x'] });
  t.strictSame([again.status, again.json], [200, expected], 'the existing link is returned unchanged');
  t.match(await bitly('POST', '/bitlinks', { long_url: `${long_url}/2`, title: 'T', tags: ['a'], deeplinks: [] }), {
    status: 201,
    json: { title: 'T', tags: ['a'] },
  });
  t.equal((await ask('/v4/user', { headers: { authorization: key } })).status, 200, 'the key alone');
  const slug = id.split('/')[1];
  for (const name of [id, `bit.ly/${slug}`, encodeURIComponent(id), encodeURIComponent(`bit.ly/${slug}`)]) {
    t.strictSame((await bitly('GET', `/bitlinks/${name}`)).json, expected, name);
  }
  for (const bitlink_id of [id, `http://${id}`, `bit.ly/${slug}`]) {
    t.strictSame((await bitly('POST', '/expand', { bitlink_id })).json, {
      id,
      link: `http://${id}`,
      long_url,
      created_at,
    });
  }
  const change = { title: 'New', tags: ['b'], archived: true, long_url: `${long_url}/3`, references: {}, id: 'x' };
  t.match((await bitly('PATCH', `/bitlinks/${id}`, change)).json, {
    id,
    title: 'New',
    tags: ['b'],
    archived: true,
    long_url: `${long_url}/3`,
  });
  await caller(daemon, key)(
    'PATCH',
    `/links/${(await caller(daemon, key)('GET', `/links/lookup?slug=${slug}`)).json.id}`,
    { importedClicks: 6 },
  );
  await db.updateTable('links').set({ clicks: 4 }).where('slug', '=', slug).execute();
  t.match((await bitly('GET', `/bitlinks/${id}/clicks/summary`)).json, { total_clicks: 10, unit: 'day', units: -1 });
  t.match((await bitly('GET', `/bitlinks/${id}/clicks/summary?unit=week&units=2`)).json, {
    total_clicks: 0,
    unit: 'week',
    units: 2,
  });
  const clicks = (
    await bitly('GET', `/bitlinks/${id}/clicks?unit=day&units=3&unit_reference=2026-11-20T12:00:00%2B0000`)
  ).json;
  t.match(clicks, { unit: 'day', units: 3, unit_reference: '2026-11-20T12:00:00+0000' });
  t.strictSame(
    clicks.link_clicks.map(({ date }: Json) => date.slice(0, 10)),
    ['2026-11-20', '2026-11-19', '2026-11-18'],
  );
  t.match((await bitly('GET', '/groups')).json.groups, [
    { guid: workspace.publicId, name: 'Workspace', is_active: true },
  ]);
  t.match((await bitly('GET', `/groups/${workspace.publicId}`)).json, { guid: workspace.publicId });
  t.match((await bitly('GET', '/user')).json, { name: 'User', default_group_guid: workspace.publicId });
  for (const [method, path, body, wanted, shape, token] of [
    ['POST', '/shorten', {}, 400, { message: 'INVALID_ARG_LONG_URL', errors: [{ field: 'long_url' }] }],
    ['POST', '/shorten', { long_url: 'example.com' }, 400, { message: 'INVALID_ARG_LONG_URL' }],
    ['POST', '/shorten', { long_url: 'http://own.example.com/ozh' }, 400, { message: 'ALREADY_A_BITLY_LINK' }],
    ['POST', '/shorten', { long_url, domain: 'other.example' }, 400, { message: 'INVALID_ARG_DOMAIN' }],
    ['PATCH', `/bitlinks/${id}`, { tags: 'x' }, 400, { message: 'INVALID_ARG_TAGS' }],
    ['GET', '/bitlinks/bit.ly/nothing1', undefined, 404, { message: 'NOT_FOUND', resource: 'bitlinks' }],
    ['GET', `/bitlinks/other.example/${slug}`, undefined, 404, { message: 'NOT_FOUND' }],
    ['POST', '/expand', {}, 404, { message: 'NOT_FOUND' }],
    ['GET', `/bitlinks/${id}/clicks?unit=minute`, undefined, 400, { message: 'INVALID_ARG_UNIT' }],
    [
      'GET',
      `/bitlinks/${id}/clicks/summary?units=1&unit_reference=x`,
      undefined,
      400,
      { message: 'INVALID_ARG_UNIT_REFERENCE' },
    ],
    [
      'GET',
      `/bitlinks/${id}/clicks/summary?units=1&unit_reference=-271821-04-20T00:00:00Z`,
      undefined,
      400,
      { message: 'INVALID_ARG_UNIT_REFERENCE' },
    ],
    ['GET', '/user', undefined, 403, { message: 'FORBIDDEN', description: /API key/ }, 'wrong'],
    ['GET', `/bitlinks/${id}`, undefined, 404, { message: 'NOT_FOUND' }, reader.key],
    ['POST', '/shorten', { long_url }, 403, { message: 'FORBIDDEN' }, reader.key],
  ] as [string, string, unknown, number, Json, string?][]) {
    const answer = await bitly(method, path, body, token);
    t.equal(answer.status, wanted, `${method} ${path} ${JSON.stringify(body)}`);
    t.match(answer.json, shape, answer.text);
  }
});

t.test("hostile and malformed input is refused in the system's error format", async (t) => {
  const shlink = { ...asJson, 'x-api-key': key };
  const deep = '['.repeat(5_000);
  const multipart = { 'content-type': 'multipart/form-data; boundary=a' };
  for (const [path, sent, status, shape] of [
    ['/rest/v3/short-urls', { method: 'POST', headers: shlink, body: '{' }, 400, { type: /invalid-data/ }],
    ['/rest/v3/short-urls', { method: 'POST', headers: shlink, body: '[]' }, 400, { type: /invalid-data/ }],
    ['/rest/v3/short-urls', { method: 'POST', headers: shlink, body: deep }, 400, { type: /invalid-data/ }],
    [
      '/rest/v3/short-urls',
      { method: 'POST', headers: shlink, body: 'x'.repeat(70_000) },
      413,
      { type: 'about:blank', status: 413 },
    ],
    ['/rest/v3/short-urls', { method: 'PUT', headers: shlink }, 405, { type: 'about:blank', status: 405 }],
    ['/rest/v3/short-urls', { headers: { 'x-api-key': `x${key}` } }, 401, { type: /invalid-api-key/ }],
    ['/rest/v3/short-urls/%00', { headers: shlink }, 404, { type: /short-url-not-found/ }],
    ['/rest/v3/short-urls/..%2fx', { headers: shlink }, 404, { type: /short-url-not-found/ }],
    ['/rest/v3/short-urls/caf%c3%a9', { headers: shlink }, 404, { type: /short-url-not-found/ }],
    ["/rest/v3/short-urls/a'%20OR%201=1?domain='", { headers: shlink }, 404, { type: /short-url-not-found/ }],
    ['/rest/v3/short-urls?page=-1&itemsPerPage=0', { headers: shlink }, 200, { shortUrls: {} }],
    ['/rest/v3/short-urls?page=9e99', { headers: shlink }, 200, { shortUrls: {} }],
    ['/rest/v3/short-urls?page=99999999999', { headers: shlink }, 400, { type: /invalid-data/ }],
    [
      '/api/v2/links',
      { method: 'POST', headers: shlink, body: '{"__proto__":{"target":"https://example.com"}}' },
      400,
      { error: /./ },
    ],
    ['/api/v2/links?skip=1e9', { headers: shlink }, 200, {}],
    ['/api/v2/links?skip=99999999999999999999', { headers: shlink }, 400, { error: /./ }],
    [
      '/v4/shorten',
      { method: 'POST', headers: { ...asJson, authorization: `Bearer ${key} x` }, body: '{}' },
      403,
      { message: 'FORBIDDEN' },
    ],
    [
      '/yourls-api.php?format=json',
      { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
      400,
      { errorCode: '400' },
    ],
    [
      '/yourls-api.php?format=json',
      { method: 'POST', headers: asForm, body: 'x'.repeat(70_000) },
      413,
      { errorCode: '413' },
    ],
    [`/yourls-api.php?format=json&action=expand&shorturl=%00%ff&signature=${key}`, {}, 404, { errorCode: '404' }],
    [
      '/yourls-api.php?format=json',
      { method: 'POST', headers: asForm, body: 'a&'.repeat(30_000) },
      400,
      { message: /too many fields/ },
    ],
    [
      '/yourls-api.php?format=json',
      { method: 'POST', headers: multipart, body: `--a\r\n${'x: y\r\n'.repeat(10_000)}` },
      400,
      { message: /too many fields/ },
    ],
  ] as [string, Sent, number, Json][]) {
    const answer = await ask(path, sent);
    t.equal(answer.status, status, `${path} ${answer.text.slice(0, 200)}`);
    t.match(answer.json, shape, path);
  }
  const control = await yourls({
    action: 'shorturl',
    url: 'https://example.com/control',
    title: 'a\u0001\ud83d\ude00]]><x>',
    format: 'xml',
  });
  t.match(control.text, '<title>a\u{1f600}]]&#62;&#60;x&#62;</title>');
});

t.test('a request counts as one call of the link API for rights, budgets, idempotency and the audit log', async (t) => {
  const small = await addWorkspace(db, 'free');
  const create = (n: number, headers = {}) =>
    ask('/api/v2/links', {
      ...{ method: 'POST', headers: { ...asJson, 'x-api-key': small.key, ...headers } },
      body: JSON.stringify({ target: `https://example.com/one/${n}`, customurl: `one-${n}` }),
    });
  const first = await create(1, { 'idempotency-key': 'k1' });
  const repeated = await create(1, { 'idempotency-key': 'k1' });
  t.strictSame([repeated.status, repeated.json.id], [201, first.json.id]);
  t.equal(repeated.headers.get('idempotency-replayed'), 'true');
  t.equal(repeated.headers.get('x-ratelimit-remaining'), '58', 'two requests, two calls');
  const expiring = () =>
    ask('/api/v2/links', {
      ...{ method: 'POST', headers: { ...asJson, 'x-api-key': small.key, 'idempotency-key': 'k2' } },
      body: JSON.stringify({ target: 'https://example.com/expiring', expire_in: '2 days' }),
    });
  t.equal(
    (await expiring()).json.id,
    (await expiring()).json.id,
    'with a time that depends on when the request was sent',
  );
  const byQuery = (url: string) =>
    ask(`/yourls-api.php?${form({ action: 'shorturl', format: 'json', signature: small.key, url })}`, {
      headers: { 'idempotency-key': 'k3' },
    });
  t.match((await byQuery('https://example.com/q1')).json, { status: 'success' });
  t.match((await byQuery('https://example.com/q1')).json, { status: 'success' });
  t.match((await byQuery('https://example.com/q2')).json, { status: 'fail', message: /used for another request/ });
  await kutt('PATCH', `/links/${first.json.id}`, { description: 'New' }, small.key);
  const entries = (await caller(daemon, small.key)('GET', '/audit')).json.entries.map(({ action }: Json) => action);
  t.match(entries, ['link.update', 'link.create']);
  await db.updateTable('workspaces').set({ suspended_at: now }).where('id', '=', small.id).execute();
  daemon.context.access.forget('all');
  t.equal((await create(2)).status, 403);
  const session = await ask('/rest/v3/short-urls', { headers: { cookie: 'waypost=fst_x', 'x-api-key': 'fst_x' } });
  t.equal(session.status, 401, 'only API keys are credentials');
});

t.test('only a caller with a valid key learns what is wrong with a request, which counts as a call', async (t) => {
  const small = await addWorkspace(db, 'free');
  const target = 'https://example.com/fault';
  const left = async () =>
    Number((await kutt('GET', '/links', undefined, small.key)).headers.get('x-ratelimit-remaining'));
  const before = await left();
  for (const [send, refused] of [
    [(token) => yourls({}, token), 403],
    [(token) => yourls({ action: 'version', callback: 'alert(1)' }, token), 403],
    [(token) => kutt('POST', '/links', { target, expire_in: 'soon' }, token), 401],
    [(token) => bitly('GET', '/bitlinks/bit.ly/x/clicks?unit=minute', undefined, token), 403],
  ] as [(token: string) => ReturnType<typeof ask>, number][]) {
    t.equal((await send(small.key)).status, 400);
    for (const token of ['', 'wrong', `${small.key.slice(0, -1)}!`]) t.equal((await send(token)).status, refused);
  }
  t.equal(await left(), before - 5);
});

t.test('every request counts once for its IP address, even if it is malformed', async (t) => {
  const env = { COMPAT: all, ADDRESS_REQUESTS_PER_MINUTE: '6' };
  const { origin } = await startDaemon(t, { stores: daemon.stores, env });
  const headers = { ...asJson, 'x-api-key': key };
  const statuses = [];
  for (const body of [undefined, '{', undefined, '{', undefined, '{', undefined, '{']) {
    const sent = body === undefined ? { headers } : { method: 'POST', headers: asJson, body };
    statuses.push((await ask('/api/v2/links', sent, origin)).status);
  }
  t.strictSame(statuses, [200, 400, 200, 400, 200, 400, 429, 429]);
  t.match(await ask('/v4/user', {}, origin), { status: 429, json: { message: 'RATE_LIMIT_EXCEEDED' } });
});

t.test("pages of any origin can call Shlink's API, and no other system's API", async (t) => {
  const headers = { origin: 'https://app.example', 'access-control-request-headers': 'x-api-key,content-type' };
  const asked = await ask('/rest/v3/short-urls/x', { method: 'OPTIONS', headers });
  t.equal(asked.status, 204);
  t.equal(asked.headers.get('access-control-allow-origin'), '*');
  t.equal(asked.headers.get('access-control-allow-methods'), 'GET, PATCH, DELETE');
  t.equal(asked.headers.get('access-control-allow-headers'), 'x-api-key,content-type');
  for (const [path, allowed] of [
    ['/rest/v3/short-urls', '*'],
    ['/rest/v3/nothing', '*'],
    ['/v4/user', null],
    ['/api/v2/links', null],
    ['/yourls-api.php', null],
  ] as const) {
    t.equal((await ask(path, { headers })).headers.get('access-control-allow-origin'), allowed, path);
  }
});

t.test('links created through a custom domain without naming a domain belong to that domain', async (t) => {
  const host = 'Own.example.com';
  const longUrl = 'https://example.com/own';
  const post = { method: 'POST', headers: { ...asJson, host, 'x-api-key': key } };
  const created = await ask('/rest/v3/short-urls', { ...post, body: JSON.stringify({ longUrl, customSlug: 'own' }) });
  t.match(created.json, { shortUrl: 'http://own.example.com/own', domain: null });
  t.match(await ask('/rest/v3/short-urls/own', { headers: { host, 'x-api-key': key } }), {
    status: 200,
    json: { domain: null },
  });
  t.equal((await ask('/rest/v3/short-urls/own', { headers: { 'x-api-key': key } })).status, 404);
  const elsewhere = await ask('/rest/v3/short-urls/own?domain=own.example.com', { headers: { 'x-api-key': key } });
  t.match(elsewhere.json, { domain: 'own.example.com' });
  t.equal((await ask('/own', { headers: { host } })).headers.get('location'), longUrl);
  t.equal(
    (
      await ask(`/yourls-api.php?${form({ action: 'expand', shorturl: 'own', signature: key, format: 'simple' })}`, {
        headers: { host },
      })
    ).text,
    longUrl,
  );
  t.equal((await bitly('GET', '/bitlinks/own.example.com/own')).json.id, 'own.example.com/own');
  const strange = await ask('/rest/v3/short-urls', {
    ...post,
    headers: { ...post.headers, 'x-api-key': (await addWorkspace(db, 'scale')).key },
    body: JSON.stringify({ longUrl }),
  });
  t.match(strange.json, { status: 400, invalidElements: ['domain'] });
});

t.test(
  'without COMPAT the paths are unknown and their slugs are free; with COMPAT, existing links take precedence',
  async (t) => {
    const off = await startDaemon(t, { stores: daemon.stores });
    const call = caller(off, key);
    for (const path of [
      '/yourls-api.php?action=version',
      '/rest/v3/short-urls',
      '/rest/health',
      '/api/v2/links',
      '/v4/user',
    ]) {
      const headers = { 'x-api-key': key, authorization: `Bearer ${key}` };
      t.equal((await ask(path, { headers }, off.origin)).status, 404, path);
      t.equal(
        (await ask(path, { headers, method: 'POST' }, off.origin)).status,
        path.startsWith('/api') ? 404 : 405,
        path,
      );
    }
    const on = caller(daemon, key);
    for (const slug of ['rest', 'v4']) {
      const url = `https://example.com/${slug}`;
      t.match(await on('POST', '/links', { url, slug }), {
        status: 422,
        json: { error: { details: { field: 'slug' } } },
      });
      t.equal((await call('POST', '/links', { url, slug })).status, 201);
      await daemon.slugMap.sync.catchUp();
      for (const path of [`/${slug}`, `/${slug}/`]) t.equal((await ask(path)).headers.get('location'), url, path);
    }
    t.equal((await ask('/v4/user', { headers: { authorization: `Bearer ${key}` } })).status, 200);
    const look = async (compat: string) =>
      [await checkCompat({ config: readConfig({ COMPAT: compat }), links: db, now: new Date() })].flat();
    t.strictSame(await look(''), []);
    t.match(await look('yourls,kutt'), [{ state: 'ok' }]);
    t.match(await look(all), [{ state: 'warning', found: /still redirect: \/rest, \/v4$/ }]);
    t.throws(() => readConfig({ COMPAT: 'tinyurl' }), /COMPAT/);
  },
);
