/** The plugin host over HTTP: how WordPress clients find routes and write requests. */

import { addContact, addTerms, answerOf, type Body, startAutomations } from '../../fixtures/automations.ts';
import { t } from '../../runner/tap.ts';

const service = await startAutomations(t);
const { site, key, get, post } = service;
const root = `${site}/wp-json/automations`;
const ask = async (url: string, init: RequestInit = {}) => answerOf(await fetch(url, init));
const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const tags = await addTerms(service, 'tag', ['One', 'Two', 'Three']);
const [list] = await addTerms(service, 'list', ['List']);
const contact = await addContact(service, { email: 'host@x.example', tags: tags.slice(0, 2), lists: [list] });
await addContact(service, { email: 'other@x.example', tags: tags.slice(2) });

const restIndex = '{"namespace":"","methods":["GET"],"endpoints":[{"methods":["GET"]}]}';

t.test('the index names the site, its namespaces and every route with its methods and parameters', async (t) => {
  for (const url of [`${site}/wp-json/`, `${site}/wp-json`, `${site}/?rest_route=/`, `${site}/index.php/wp-json/`]) {
    const { status, body } = await ask(url);
    t.equal(status, 200, url);
    t.match(body, { name: 'Waypost', description: String, url: String, home: String, namespaces: ['automations'] });
    t.match(body.routes['/'], JSON.parse(restIndex));
    t.match(body.routes['/automations/tags'], { namespace: 'automations', methods: ['GET'] });
    t.match(body.routes['/automations/tag/(?P<tag_id>[\\d]+)'], { methods: ['DELETE'] });
    const [add] = body.routes['/automations/contact/add'].endpoints;
    t.match(add, { methods: ['POST'], args: { email: { type: 'string', required: true }, tags: { required: false } } });
    t.match(body.routes['/automations/tags']._links.self[0].href, /\/wp-json\/automations\/tags$/);
  }
});

t.test('the index lists every endpoint of the specification', async (t) => {
  const { body } = await ask(`${site}/wp-json/automations`);
  t.equal(body.namespace, 'automations');
  const id = (name: string) => `(?P<${name}>[\\d]+)`;
  for (const [method, path] of [
    ['GET', '/tags'],
    ['POST', '/tag/add'],
    ['POST', `/tag/update/${id('tag_id')}`],
    ['DELETE', `/tag/${id('tag_id')}`],
    ['GET', '/lists'],
    ['POST', '/list/add'],
    ['POST', `/list/update/${id('list_id')}`],
    ['DELETE', `/list/${id('list_id')}`],
    ['GET', '/fields'],
    ['POST', '/field/add'],
    ['POST', `/field/update/${id('field_id')}`],
    ['DELETE', `/field/${id('field_id')}`],
    ['GET', '/contacts'],
    ['GET', '/contact'],
    ['POST', '/contact/add'],
    ['POST', `/contact/update/${id('contact_id')}`],
    ['POST', `/contact/update-email/${id('contact_id')}`],
    ['POST', `/contact/change-status/${id('contact_id')}`],
    ['POST', `/contact/tag-assign/${id('contact_id')}`],
    ['POST', `/contact/tag-unassign/${id('contact_id')}`],
    ['POST', `/contact/list-assign/${id('contact_id')}`],
    ['POST', `/contact/list-unassign/${id('contact_id')}`],
    ['DELETE', `/contact/${id('contact_id')}`],
  ] as const) {
    t.match(body.routes[`/automations${path}`]?.methods, [method], path);
  }
});

t.test('OPTIONS describes a route without a key, like the index', async (t) => {
  const { status, body, headers } = await ask(`${root}/contact/add`, { method: 'OPTIONS' });
  t.equal(status, 200);
  t.equal(headers.get('allow'), 'POST');
  t.match(body, { namespace: 'automations', methods: ['POST'], endpoints: [{ args: { email: { required: true } } }] });
  t.match((await ask(`${site}/wp-json/`, { method: 'OPTIONS' })).body, JSON.parse(restIndex));
  const unknown = await ask(`${root}/nothing`, { method: 'OPTIONS' });
  t.strictSame([unknown.status, unknown.body, unknown.headers.get('allow')], [200, [], null], 'as in WordPress');
});

t.test('a route is also found through rest_route, with a trailing slash and through index.php', async (t) => {
  const plain = await get('/tags');
  for (const url of [
    `${site}/?rest_route=/automations/tags&api_key=${key}`,
    `${site}/?rest_route=%2Fautomations%2Ftags%2F&api_key=${key}`,
    `${site}/index.php?rest_route=/automations/tags&api_key=${key}`,
    `${site}/index.php/wp-json/automations/tags?api_key=${key}`,
    `${root}/tags/?api_key=${key}`,
  ]) {
    t.strictSame((await ask(url)).body, plain.body, url);
  }
});

t.test('paths match regardless of case, and are decoded as WordPress decodes them', async (t) => {
  const plain = await get('/tags');
  const asked: [path: string, status: number][] = [
    ['/wp-json/Automations/TAGS', 200],
    ['/?rest_route=/AUTOMATIONS/tags', 200],
    ['/?rest_route=/automations/%74ags', 200],
    ['/index.php/wp-json/automations/%74ags', 200],
    ['/%77p-json/automations/%74ags', 200],
    ['/wp-json/automations/%74ags', 404],
    ['/WP-JSON/automations/tags', 404],
    ['/wp-json/automations%2Ftags', 404],
    ['/%E0/wp-json', 404],
  ];
  for (const [path, status] of asked) {
    const answer = await ask(`${site}${path}${path.includes('?') ? '&' : '?'}api_key=${key}`);
    t.equal(answer.status, status, path);
    if (status === 200) t.strictSame(answer.body, plain.body, path);
  }
  const refused = await ask(`${site}/wp-json/AUTOMATIONS/contact?api_key=${key}`);
  t.strictSame(Object.keys(refused.body), ['code', 'message'], "in the namespace's form");
  t.equal((await ask(`${site}/wp-json/AUTOMATIONS`)).body.namespace, 'automations');
});

t.test('the front page links to the API', async (t) => {
  const { status, text, headers } = await ask(`${site}/`);
  t.equal(status, 200);
  t.match(text, /\/wp-json\//);
  t.match(headers.get('link'), /\/wp-json\/>; rel="https:\/\/api\.w\.org\/"/);
});

for (const [what, path] of [
  ['a path outside every namespace', '/wp-json/nothing'],
  ['a path outside the API', '/somewhere'],
  ['a namespace without its prefix', '/automations/tags'],
  ['a route that the namespace lacks', '/wp-json/automations/nothing'],
  ['an id that is not a number', '/wp-json/automations/contact/update/x1'],
  ['a name that is only the start of a namespace', '/wp-json/automation'],
] as const) {
  t.test(`${what} is answered with rest_no_route, with or without a key`, async (t) => {
    for (const query of ['', `?api_key=${key}`]) {
      const { status, body } = await ask(site + path + query);
      t.equal(status, 404);
      t.match(body, { code: 'rest_no_route', message: String, data: { status: 404 } });
    }
  });
}

t.test('HEAD answers like GET, without the body', async (t) => {
  const full = await get('/tags');
  const { status, text, headers } = await ask(`${root}/tags?api_key=${key}`, { method: 'HEAD' });
  t.equal(status, 200);
  t.equal(text, '');
  t.equal(headers.get('x-wp-total'), '3');
  t.equal(headers.get('content-length'), String(full.text.length));
  t.equal((await ask(`${root}/tag/add?api_key=${key}`, { method: 'HEAD' })).status, 405);
});

t.test('_method=HEAD is answered without a body, for every method and answer', async (t) => {
  for (const [method, path, status] of [
    ['GET', '/tags', 200],
    ['POST', '/tags', 200],
    ['GET', '/nothing', 404],
    ['GET', '/tags?_envelope', 200],
    ['GET', '/tags?_jsonp=take', 200],
  ] as const) {
    const answer = await ask(`${root}${path}${path.includes('?') ? '&' : '?'}_method=head&api_key=${key}`, { method });
    t.same([answer.status, answer.text], [status, ''], `${method} ${path}`);
  }
});

t.test('_method and X-HTTP-Method-Override replace the method, _method first', async (t) => {
  const ids = await addTerms(service, 'tag', ['Overridden', 'Overridden too']);
  t.equal((await ask(`${root}/tag/${ids[0]}?_method=delete&api_key=${key}`, { method: 'POST' })).status, 200);
  const headers = { 'X-HTTP-Method-Override': 'DELETE' };
  const wrong = await ask(`${root}/tag/${ids[1]}?_method=GET&api_key=${key}`, { method: 'POST', headers });
  t.equal(wrong.status, 405);
  t.equal((await ask(`${root}/tag/${ids[1]}?api_key=${key}`, { method: 'POST', headers })).status, 200);
  t.equal((await ask(`${root}/tags?_method=OPTIONS`)).body.namespace, 'automations');
  const readKey = await service.makeKey('read');
  const none = { status: 404, body: { code: 'rest_no_route' } };
  t.match(await ask(`${root}/tags?_method=&api_key=${key}`), none, 'an empty one is a method that no route has');
  t.match(await ask(`${root}/tags?api_key=${key}`, { headers: { 'X-HTTP-Method-Override': ' ' } }), none);
  const denied = await ask(`${root}/tag/${tags[0]}?_method=DELETE&api_key=${readKey}`);
  t.match(denied, { status: 403, body: { code: 'permission_denied' } }, 'the overriding method decides the permission');
});

t.test('_fields keeps only the named fields, at any depth, and does not change errors', async (t) => {
  t.strictSame((await get('/tags?_fields=code')).body, { code: 'success' });
  t.strictSame((await get('/tags?_fields=data.limit,data.offset')).body, { data: { limit: 25, offset: 0 } });
  t.strictSame((await get('/tags?_fields[]=data.tags.name&limit=1')).body, { data: { tags: [{ name: 'Three' }] } });
  t.strictSame((await get('/contact?_fields=data.contact.contact.email&id=1')).body, {
    data: { contact: { contact: { email: 'host@x.example' } } },
  });
  t.strictSame(Object.keys((await get('/contact?_fields=data&id=0')).body), ['code', 'message']);
});

t.test('_envelope puts status and headers into the body, even for errors', async (t) => {
  const { status, body, headers } = await get('/tags?_envelope&limit=1');
  t.equal(status, 200);
  t.match(body, { status: 200, body: { code: 'success' } });
  t.strictSame(Object.keys(body.headers).sort(), ['Allow', 'Link', 'X-WP-Total', 'X-WP-TotalPages'], 'its own alone');
  t.match(body.headers, { Allow: 'GET', 'X-WP-Total': '3', Link: /^<[^>]+>; rel="next"$/ });
  t.equal(headers.get('x-wp-total'), null);
  t.match(headers.get('link'), /^<[^>]+>; rel="https:\/\/api\.w\.org\/"$/);
  const failed = await get('/contact?id=999999&_envelope=1');
  t.equal(failed.status, 200);
  t.match(failed.body, { status: 404, body: { code: 'contact_not_exists' } });
});

t.test('_jsonp wraps the answer in a call of the named function, and refuses an invalid function name', async (t) => {
  const { status, text, headers } = await get('/tags?_jsonp=my.callback&limit=1');
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'application/javascript; charset=utf-8');
  t.equal(headers.get('x-content-type-options'), 'nosniff');
  const inner = /^\/\*\*\/my\.callback\((.*)\)$/s.exec(text)?.[1];
  t.equal((JSON.parse(inner as string) as Body).code, 'success');
  for (const name of ['', '0']) {
    const plain = await get(`/tags?_jsonp=${name}`);
    t.same([plain.status, plain.body.code], [200, 'success'], `_jsonp=${name} is none`);
    t.match(plain.headers.get('content-type'), /^application\/json/);
  }
  for (const name of ['alert(1)//', 'a b', '<script>', 'a'.repeat(101)]) {
    const refused = await get(`/tags?_jsonp=${encodeURIComponent(name)}`);
    t.equal(refused.status, 400, name);
    t.strictSame(Object.keys(refused.body), ['code', 'message'], 'in the form of the namespace');
    t.equal(refused.body.code, 'unprocessable_entity');
    const beside = await ask(`${site}/wp-json/?_jsonp=${encodeURIComponent(name)}`);
    t.same([beside.status, beside.body.code], [400, 'rest_callback_invalid']);
    t.strictSame(Object.keys(beside.body), ['code', 'message'], 'as in WordPress');
  }
});

t.test("every answer has WordPress's headers", async (t) => {
  for (const url of [`${root}/tags?api_key=${key}`, `${root}/tags`, `${site}/wp-json/nothing`, `${site}/wp-json/`]) {
    const { headers } = await ask(url, { headers: { Origin: 'https://shop.example' } });
    t.equal(headers.get('x-content-type-options'), 'nosniff', url);
    t.equal(headers.get('x-robots-tag'), 'noindex');
    t.match(headers.get('link'), /rel="https:\/\/api\.w\.org\/"/);
    t.match(headers.get('cache-control'), /no-store/);
    t.match(headers.get('content-type'), /^application\/json/);
    t.match(headers.get('access-control-expose-headers'), /X-WP-Total, X-WP-TotalPages, Link/);
    t.match(headers.get('access-control-allow-headers'), /Authorization.*Content-Type/);
    t.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
    t.match(headers.get('access-control-allow-methods'), /GET, POST.*DELETE/);
    t.equal(headers.get('vary'), 'Origin');
    t.equal(headers.get('access-control-allow-credentials'), null);
    t.ok(headers.get('x-request-id'));
  }
  t.equal((await get('/tags')).headers.get('access-control-allow-origin'), null);
  t.equal((await get('/tags')).headers.get('allow'), 'GET');
});

t.test("a browser's preflight request needs no key", async (t) => {
  const { status, headers } = await ask(`${root}/tag/add`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
  });
  t.equal(status, 200);
  t.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
});

t.test('collections link to the adjacent pages, and the links work', async (t) => {
  const links = (text: string | null) => [...(text ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map((m) => [m[2], m[1]]);
  const first = await get('/tags?limit=1');
  t.strictSame(
    links(first.headers.get('link')).map(([rel]) => rel),
    ['next'],
  );
  const middle = await get('/tags?limit=1&page=2');
  const around = Object.fromEntries(links(middle.headers.get('link'))) as { prev: string; next: string };
  t.strictSame(Object.keys(around).sort(), ['next', 'prev']);
  const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, site);
  t.strictSame((await ask(here(around.prev))).body, first.body);
  t.equal((await ask(here(around.next))).body.data.tags[0].name, 'One');
});

const byBoth: [string, (list: string) => Promise<{ body: Body }>][] = [
  ['tag[]=', () => get(`/contacts?tag[]=${tags[0]}&tag[]=${tags[2]}`)],
  ['tag[0]=', () => get(`/contacts?tag[0]=${tags[0]}&tag[1]=${tags[2]}`)],
  ['tag%5B%5D=', () => get(`/contacts?tag%5B%5D=${tags[0]}&tag%5B%5D=${tags[2]}`)],
  ['tag=1,2', () => get(`/contacts?tag=${tags[0]},${tags[2]}`)],
  ['tag[a]=', () => get(`/contacts?tag[7]=${tags[0]}&tag[3]=${tags[2]}`)],
];
for (const [what, find] of byBoth) {
  t.test(`a list of ids can be sent ${what}`, async (t) => {
    t.equal((await find('')).body.data.contact.total, 2);
  });
}

t.test('parameters are read from JSON, form and multipart bodies and the query, on every method', async (t) => {
  const add = (init: RequestInit, query = '') =>
    ask(`${root}/tag/add?api_key=${key}${query}`, { method: 'POST', ...init });
  const named = (answer: { body: Body }) => answer.body.data.tags.map(({ name }: { name: string }) => name);
  t.strictSame(named(await add({ body: '{"tags":["json"]}', headers: json })), ['json']);
  t.strictSame(named(await add({ body: 'tags[]=form+1&tags[]=form%202', headers: form })), ['form 1', 'form 2']);
  t.strictSame(named(await add({}, '&tags[]=query')), ['query']);
  t.strictSame(named(await add({ body: '{"tags":["typed as text"]}' })), ['typed as text']);
  const multipart = new FormData();
  multipart.append('tags[]', 'multi');
  t.strictSame(named(await add({ body: multipart })), ['multi']);
  t.strictSame(named(await add({ body: '{"tags":["of the body"]}', headers: json }, '&tags[]=of+the+query')), [
    'of the body',
  ]);
  const viaOverride = await ask(`${root}/contacts?api_key=${key}&_method=GET`, {
    method: 'POST',
    body: JSON.stringify({ tag: [tags[0]] }),
    headers: json,
  });
  t.equal(viaOverride.body.data.contact.total, 1);
  const fields = await ask(`${root}/contact/update/${contact}?api_key=${key}&f_name=From+query`, { method: 'POST' });
  t.equal(fields.body.data.contact.contact.db_contact.f_name, 'From query');
});

t.test('a form that a browser sends as text is read as a form', async (t) => {
  const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
  const body = 'f_name=From+text&l_name=Plain%20form';
  const answer = await ask(`${root}/contact/update/${contact}?api_key=${key}`, { method: 'POST', body, headers });
  t.match(answer.body.data.contact.contact.db_contact, { f_name: 'From text', l_name: 'Plain form' });
});

t.test('a number too long for an id matches nothing, not even id 0', async (t) => {
  const webhook = (await post('/webhook/add', { url: 'https://hooks.example/', events: ['tag.added'] })).body.data
    .webhooks;
  await service.db.updateTable('automations_webhooks').set({ id: 0 }).where('id', '=', webhook.ID).execute();
  t.equal((await get('/webhook/0')).status, 200);
  for (const id of ['10000000000000000000', '0'.repeat(20)]) t.equal((await get(`/webhook/${id}`)).status, 404, id);
  await service.db.deleteFrom('automations_webhooks').where('id', '=', 0).execute();
});

t.test('the id in the path takes precedence over an id in the body or query', async (t) => {
  const { body } = await post(`/contact/update/${contact}?contact_id=2&id=2`, { contact_id: 2, id: 2, l_name: 'Path' });
  t.equal(body.data.contact.contact.id, contact);
});

for (const [what, body, headers] of [
  ['cut short', '{"tags":', json],
  ['not JSON', 'tags', json],
  ['a list', '["tags"]', json],
  ['a text', '"tags"', json],
  ['a number', '5', json],
  ['null', 'null', json],
  ['cut short under another type', '{"tags":', form],
] as const) {
  t.test(`a JSON body that is ${what} is answered with rest_invalid_json`, async (t) => {
    const { status, body: answer } = await ask(`${root}/tag/add?api_key=${key}`, { method: 'POST', body, headers });
    t.equal(status, 400);
    t.match(answer, { code: 'rest_invalid_json', message: String, data: { status: 400 } });
  });
}

t.test("an empty JSON body, or PHP's empty list, counts as having no parameters", async (t) => {
  for (const body of ['', '  ', '{}', '[]']) {
    const { status, body: answer } = await ask(`${root}/contact/update/${contact}?api_key=${key}`, {
      method: 'POST',
      body,
      headers: json,
    });
    t.equal(status, 200, JSON.stringify(body));
    t.equal(answer.data.contact.contact.id, contact);
  }
});

t.test("a body of more than a mebibyte is answered with 413, in the namespace's error format", async (t) => {
  const body = JSON.stringify({ tags: ['x'.repeat(1 << 20)] });
  const { status, body: answer } = await ask(`${root}/tag/add?api_key=${key}`, { method: 'POST', body, headers: json });
  t.equal(status, 413);
  t.equal(answer.code, 'unprocessable_entity');
});

for (const [accept, status] of [
  ['*/*', 200],
  ['application/json', 200],
  ['application/*;q=0.5', 200],
  ['text/html, */*;q=0.1', 200],
  ['text/html', 406],
  ['application/xml, text/csv', 406],
  ['application/json;q=0', 406],
  ['application/json;q=0, */*', 406],
  ['application/*;q=0.0, */*;q=0.5', 406],
  ['*/*;q=0, application/json', 200],
  ['application/*;q=0, application/json;q=0.1', 200],
] as const) {
  t.test(`Accept: ${accept} is answered with ${status}`, async (t) => {
    const answer = await ask(`${root}/tags?api_key=${key}`, { headers: { Accept: accept } });
    t.equal(answer.status, status);
    t.equal(answer.body.code, status === 200 ? 'success' : 'unprocessable_entity');
  });
}

t.test('names of inherited properties do not count as routes, parameters or fields', async (t) => {
  t.equal((await ask(`${site}/wp-json/__proto__`)).status, 404);
  t.equal((await ask(`${site}/wp-json/constructor/toString`)).status, 404);
  t.equal((await get('/tags?__proto__[limit]=1&constructor[prototype][limit]=1')).body.data.limit, 25);
  t.strictSame((await get('/tags?_fields=__proto__,constructor')).body, {});
  const sent = '{"email":"proto@x.example","__proto__":{"status":"subscribed"},"fields":{"__proto__":"x"}}';
  const made = await ask(`${root}/contact/add?api_key=${key}`, { method: 'POST', body: sent, headers: json });
  t.equal(made.body.data.contact.contact.status, '0');
});
