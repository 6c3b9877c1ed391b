/** Every link field at, under and over each of its limits, on create, in bulk and on change. */
import { setTimeout as sleep } from 'node:timers/promises';
import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_TEAM_REQUESTS_PER_MINUTE: '100000' } });
const workspace = await addWorkspace(daemon.context.db, 'team');
const call = caller(daemon, workspace.key);
const url = 'https://example.com/page';
const urlOf = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;
const unique = (() => {
  let last = 0;
  return (prefix = 's') => `${prefix}${(++last).toString(36)}`;
})();

type Case = [name: string, field: string, value: unknown, holds: boolean];

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
const cases: Case[] = [
  ['the longest URL', 'url', urlOf(2048), true],
  ['a URL one too long', 'url', urlOf(2049), false],
  ['an empty URL', 'url', '', false],
  ['http', 'url', 'http://example.com', true],
  ['no scheme', 'url', 'example.com', false],
  ['no host', 'url', 'https:///', false],
  ['a host with an empty label', 'url', 'https://example..com/', false],
  ['a host that starts with a dot', 'url', 'https://.example.com/', false],
  ['a host that ends with a dot', 'url', 'https://example.com./', true],
  ['a host with the longest label', 'url', `https://${'a'.repeat(63)}.example.com/`, true],
  ['a host with a label one too long', 'url', `https://${'a'.repeat(64)}.example.com/`, false],
  ['a host with a label too long in ASCII', 'url', `https://${'ü'.repeat(62)}.example.com/`, false],
  ['the longest host', 'url', `https://${'a.'.repeat(121)}example.com/`, true],
  ['a host one too long', 'url', `https://${'a.'.repeat(121)}examples.com/`, false],
  ['a URL with a line break', 'url', 'https://example.com/\r\nSet-Cookie: a=b', false],
  ['a URL of another type', 'url', 7, false],
  ['no URL at all', 'url', null, false],
  ['a slug of one character', 'slug', 'Q', true],
  ['the longest slug', 'slug', `L${'x'.repeat(63)}`, true],
  ['a slug one too long', 'slug', `L${'x'.repeat(64)}`, false],
  ['an empty slug', 'slug', '', false],
  ['a slug that starts with -', 'slug', '-a', false],
  ['a slug that starts with _', 'slug', '_a', false],
  ['a slug with - and _ inside', 'slug', 'a-b_c', true],
  ['a slug with a slash', 'slug', 'a/b', false],
  ['a slug beyond ASCII', 'slug', 'é', false],
  ['a slug with a line break at its end', 'slug', 'abc\n', false],
  ['a slug where the product answers', 'slug', 'api', false],
  ['the longest title', 'title', 'x'.repeat(200), true],
  ['the longest title, of emoji', 'title', '🙂'.repeat(200), true],
  ['a title one too long', 'title', 'x'.repeat(201), false],
  ['an empty title', 'title', '', true],
  ['no title', 'title', null, true],
  ['20 tags', 'tags', tags(20), true],
  ['21 tags', 'tags', tags(21), false],
  ['no tags', 'tags', [], true],
  ['a tag of 40 characters', 'tags', ['x'.repeat(40)], true],
  ['a tag of 41 characters', 'tags', ['x'.repeat(41)], false],
  ['an empty tag', 'tags', [''], false],
  ['a blank tag', 'tags', [' \u00a0 '], false],
  ['tags with blanks around them', 'tags', [' a b ', 'a b'], true],
  ['a tag with a line break', 'tags', ['a\nb'], false],
  ['a tag with a control character', 'tags', ['a\u0085'], false],
  ['tags that are a text', 'tags', 'a', false],
  ['a password of 8 characters', 'password', 'x'.repeat(8), true],
  ['a password of 7 characters', 'password', 'x'.repeat(7), false],
  ['a password of 128 characters', 'password', 'x'.repeat(128), true],
  ['a password of 129 characters', 'password', 'x'.repeat(129), false],
  ['an expiry in UTC', 'expiresAt', '2031-05-06T07:08:09Z', true],
  ['an expiry with milliseconds', 'expiresAt', '2031-05-06T07:08:09.123Z', true],
  ['an expiry with an offset', 'expiresAt', '2031-05-06T07:08:09+02:00', false],
  ['an expiry without a zone', 'expiresAt', '2031-05-06T07:08:09', false],
  ['an expiry on a day that does not exist', 'expiresAt', '2025-02-30T00:00:00Z', false],
  ['an expiry on a leap day', 'expiresAt', '2028-02-29T00:00:00Z', true],
  ['an expiry on a leap day of no leap year', 'expiresAt', '2027-02-29T00:00:00Z', false],
  ['an expiry at hour 24', 'expiresAt', '2031-05-06T24:00:00Z', false],
  ['an expiry that is a day', 'expiresAt', '2031-05-06', false],
  ['the longest expiredUrl', 'expiredUrl', urlOf(2048), true],
  ['an expiredUrl one too long', 'expiredUrl', urlOf(2049), false],
  ['an empty expiredUrl', 'expiredUrl', '', false],
  ['a start in UTC', 'startsAt', '2020-05-06T07:08:09Z', true],
  ['a start with an offset', 'startsAt', '2030-05-06T07:08:09+02:00', false],
  ['a start that is a day', 'startsAt', '2030-05-06', false],
  ['the longest notStartedUrl', 'notStartedUrl', urlOf(2048), true],
  ['a notStartedUrl one too long', 'notStartedUrl', urlOf(2049), false],
  ['one click', 'maxClicks', 1, true],
  ['the most clicks', 'maxClicks', 1_000_000_000, true],
  ['one more', 'maxClicks', 1_000_000_001, false],
  ['no clicks at all', 'maxClicks', 0, false],
  ['half a click', 'maxClicks', 1.5, false],
  ['clicks that are a text', 'maxClicks', '5', false],
  ['the longest note, of emoji', 'note', '🙂'.repeat(1_000), true],
  ['a note of two lines', 'note', 'one\ntwo', true],
  ['a note one too long', 'note', 'x'.repeat(1_001), false],
  ['an empty note', 'note', '', true],
  ['no clicks counted elsewhere', 'importedClicks', 0, true],
  ['the most clicks counted elsewhere', 'importedClicks', 4_000_000_000, true],
  ['too many clicks counted elsewhere', 'importedClicks', 4_000_000_001, false],
  ['fewer than no clicks counted elsewhere', 'importedClicks', -1, false],
  ['part of a click counted elsewhere', 'importedClicks', 1.5, false],
  [
    'the longest preview',
    'preview',
    { title: '🙂'.repeat(200), description: '🙂'.repeat(500), imageUrl: urlOf(2048) },
    true,
  ],
  ['a preview that is a title', 'preview', { title: 'a' }, true],
  ['a title of a preview one too long', 'preview', { title: 'x'.repeat(201) }, false],
  ['a description of a preview one too long', 'preview', { description: 'x'.repeat(501) }, false],
  ['an image of a preview one too long', 'preview', { imageUrl: urlOf(2049) }, false],
  ['something else in a preview', 'preview', { colour: 'red' }, false],
  ['301', 'redirectType', 301, true],
  ['302', 'redirectType', 302, true],
  ['307', 'redirectType', 307, false],
  ['a redirectType that is a text', 'redirectType', '301', false],
  ['an iosUrl of an app', 'iosUrl', 'myapp://open/1', true],
  ['an iosUrl without a scheme', 'iosUrl', 'open/1', false],
  ['the longest iosUrl', 'iosUrl', urlOf(2048), true],
  ['an iosUrl one too long', 'iosUrl', urlOf(2049), false],
  ['an androidUrl of an app', 'androidUrl', 'intent://scan/#Intent;end', true],
  ['an androidUrl that is http without a host', 'androidUrl', 'http:', false],
  ['an androidUrl one too long', 'androidUrl', urlOf(2049), false],
  ['geo for two countries', 'geo', { DE: url, FR: url }, true],
  ['geo for a lower-case country', 'geo', { de: url }, false],
  ['geo for three letters', 'geo', { DEU: url }, false],
  ['geo with an empty URL', 'geo', { DE: '' }, false],
  ['geo with the longest URL', 'geo', { DE: urlOf(2048) }, true],
  ['geo with a URL one too long', 'geo', { DE: urlOf(2049) }, false],
  ['every utm parameter', 'utm', { source: 'a', medium: 'b', campaign: 'c', term: 'd', content: 'e' }, true],
  ['a utm parameter of 200 characters', 'utm', { source: 'x'.repeat(200) }, true],
  ['a utm parameter of 201 characters', 'utm', { source: 'x'.repeat(201) }, false],
  ['an unknown utm parameter', 'utm', { id: 'x' }, false],
  ['no utm', 'utm', null, true],
  ['half a surrogate pair', 'title', 'a\ud800b', true],
  ['half a surrogate pair in a tag', 'tags', ['\udc00'], true],
  ['an emoji', 'title', '\ud83d\ude00', true],
  ['an unknown property', 'colour', 'red', false],
];

const named = (answer: { json: Json }, field: string) => {
  const { code, details } = answer.json.error;
  return code === 'validation_failed' && (details.field === field || details.field.startsWith(`${field}.`));
};
const shown: Record<string, (value: Json) => unknown> = {
  password: () => undefined,
  expiresAt: (value) => value && new Date(value).toISOString(),
  startsAt: (value) => value && new Date(value).toISOString(),
  preview: (value) => value && { title: null, description: null, imageUrl: null, ...value },
  title: (value) => value?.toWellFormed() ?? null,
  tags: (value) => [...new Set(value?.map((tag: string) => tag.trim().toWellFormed()))],
};
const showed = (field: string, value: Json) => (shown[field] ? shown[field](value) : value);

/** Fields where null means none: all optional ones on POST, and clearable ones on PATCH. */
const clearable = [
  ...['title', 'externalId', 'password', 'expiresAt', 'expiredUrl', 'iosUrl', 'androidUrl', 'geo', 'utm'],
  ...['startsAt', 'notStartedUrl', 'maxClicks', 'note', 'preview', 'importedClicks'],
];

t.test('POST /links accepts valid values and names the field of an invalid one', async (t) => {
  for (const [name, field, value, holds] of cases) {
    const answer = await call('POST', '/links', {
      url,
      ...(field === 'slug' ? {} : { slug: unique() }),
      [field]: value,
    });
    t.equal(answer.status, holds ? 201 : 422, name);
    if (!holds) t.ok(named(answer, field), `${name}: names the field`);
    else if (field !== 'password') t.same(answer.json[field], showed(field, value), `${name}: is returned`);
    if (holds) t.same((await call('GET', `/links/${answer.json.id}`)).json, answer.json, `${name}: and kept`);
  }
});

t.test('POST /links treats null in an optional field as if the field were absent', async (t) => {
  const nulls = Object.fromEntries(
    [...clearable, 'slug', 'domain', 'tags', 'redirectType'].map((field) => [field, null]),
  );
  const bare = (await call('POST', '/links', { url })).json;
  const own = { id: '', slug: '', shortUrl: '', createdAt: '', updatedAt: '' };
  const made = await call('POST', '/links', { url, ...nulls });
  t.equal(made.status, 201);
  t.same({ ...made.json, ...own }, { ...bare, ...own });
  t.match((await call('POST', '/links/bulk', { links: [{ url, ...nulls }] })).json.results[0], { ok: true });
});

t.test('PATCH /links/{id} validates every field, and null clears optional fields', async (t) => {
  const made = await call('POST', '/links', { url, slug: unique() });
  const cleared = clearable.map((field): Case => [`${field}: null`, field, null, true]);
  const only: Case[] = [
    ['archived: true', 'archived', true, true],
    ['archived as a text', 'archived', 'true', false],
    ['a domain', 'domain', 'localhost:8080', false],
    ['banned', 'banned', true, false],
    ['slug: null', 'slug', null, false],
    ['redirectType: null', 'redirectType', null, false],
    ['tags: null', 'tags', null, false],
    ['archived: null', 'archived', null, false],
  ];
  for (const [name, field, value, holds] of [...cases, ...cleared, ...only]) {
    if (field === 'slug' && holds) continue;
    const answer = await call('PATCH', `/links/${made.json.id}`, { [field]: value });
    t.equal(answer.status, holds ? 200 : 422, name);
    if (!holds) t.ok(named(answer, field), `${name}: names the field`);
    else if (field === 'password') t.equal(answer.json.hasPassword, value !== null, name);
    else if (value === null) t.equal(answer.json[field], null, `${name}: is cleared`);
    else t.same(answer.json[field], showed(field, value), `${name}: is returned`);
    if (holds) t.same((await call('GET', `/links/${made.json.id}`)).json, answer.json, `${name}: and kept`);
  }
});

t.test('POST /links/bulk reports every item separately, in order', async (t) => {
  const other = caller(daemon, (await addWorkspace(daemon.context.db, 'team')).key);
  for (let from = 0; from < cases.length; from += 50) {
    const part = cases.slice(from, from + 50);
    const links = part.map(([, field, value, holds]) => ({
      url,
      ...(field === 'slug' && holds ? { slug: unique() } : { slug: unique(), [field]: value }),
    }));
    const answer = await other('POST', '/links/bulk', { links });
    t.equal(answer.status, 200);
    for (const [index, [name, field, , holds]] of part.entries()) {
      const result = answer.json.results[index];
      t.match(result, { index, ok: holds, status: holds ? 201 : 422 }, name);
      if (!holds) t.ok(named({ json: result }, field), `${name}: names the field`);
    }
    const created = part.filter(([, , , holds]) => holds).length;
    t.match(answer.json, { created, failed: part.length - created });
  }
});

t.test('a country code that is not in capitals gets an error with this reason', async (t) => {
  for (const country of ['de', 'De', 'DEU', 'D1']) {
    const { json } = await call('POST', '/links', { url, geo: { [country]: url } });
    t.match(json.error.details, { field: `geo.${country}`, issues: [{ message: /two capital letters, such as DE/ }] });
  }
});

t.test('the number of items in a bulk request is limited', async (t) => {
  const bulk = (count: number) => ({ links: Array.from({ length: count }, () => ({ url })) });
  for (const [count, status] of [
    [0, 422],
    [1, 200],
    [50, 200],
    [51, 422],
  ] as const) {
    t.equal((await call('POST', '/links/bulk', bulk(count))).status, status, `${count} items`);
  }
  t.equal((await call('POST', '/links/bulk', {})).status, 422, 'no links');
  t.equal((await call('POST', '/links/bulk', { links: [{ url }], more: 1 })).status, 422, 'an unknown property');
});

t.test('a body that is not JSON in UTF-8 is refused', async (t) => {
  const post = (body: Buffer) =>
    fetch(`${daemon.origin}/api/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' },
      body: new Uint8Array(body),
    });
  const bodyOf = (title: Buffer) => Buffer.concat([Buffer.from(`{"url":"${url}","title":"`), title, Buffer.from('"}')]);
  for (const [name, title, status] of [
    ['UTF-8', Buffer.from('é'), 201],
    ['Latin-1', Buffer.from('é', 'latin1'), 400],
    ['a surrogate in bytes', Buffer.from([0xed, 0xa0, 0x80]), 400],
    ['a character cut off', Buffer.from('😀').subarray(0, 3), 400],
    ['bytes for more than there is', Buffer.from([0xf5, 0x80, 0x80, 0x80]), 400],
    ['overlong bytes', Buffer.from([0xc0, 0xaf]), 400],
  ] as const) {
    const answer = await post(bodyOf(title));
    t.equal(answer.status, status, name);
    if (status === 400) t.match(await answer.json(), { error: { code: 'validation_failed' } }, name);
  }
  t.equal((await post(Buffer.from(`{"url":"${url}"}`, 'utf16le'))).status, 422, 'UTF-16');
});

t.test('one request can create fifty links of the maximum size', async (t) => {
  // Escaped like clients without UTF-8, which takes twelve bytes for a character.
  const escaped = (value: unknown) =>
    JSON.stringify(value).replace(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  const countries = Array.from({ length: 60 }, (_, n) => String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26)));
  const largest = (n: number) => ({
    url: urlOf(2048),
    slug: `${n}`.padEnd(64, 'x'),
    title: '😀'.repeat(200),
    tags: Array.from({ length: 20 }, (_, tag) => '😀'.repeat(38) + String(tag).padStart(2, '0')),
    expiresAt: '2031-01-01T00:00:00.000000000Z',
    expiredUrl: urlOf(2048),
    iosUrl: urlOf(2048),
    androidUrl: urlOf(2048),
    geo: Object.fromEntries(countries.map((country) => [country, urlOf(2048)])),
    utm: { source: 'x'.repeat(200), medium: 'x'.repeat(200), campaign: 'x'.repeat(200), term: 'x', content: 'x' },
  });
  const body = escaped({ links: Array.from({ length: 50 }, (_, n) => largest(n)) });
  const answer = await call('POST', '/links/bulk', body);
  t.match(answer.json, { created: 50, failed: 0 }, `${body.length} bytes`);
  t.match((await call('POST', '/links/bulk', ' '.repeat((8 << 20) + 1))).status, 413);
});

t.test('after a downgrade a link can be saved only with the values that it got under its earlier plan', async (t) => {
  const other = await addWorkspace(daemon.context.db, 'team');
  const own = caller(daemon, other.key);
  const gated = {
    expiresAt: '2031-05-06T07:08:09.000Z',
    expiredUrl: 'https://example.com/over',
    startsAt: '2030-05-06T07:08:09.000Z',
    notStartedUrl: 'https://example.com/soon',
    maxClicks: 100,
    iosUrl: 'myapp://open',
    androidUrl: 'https://example.com/android',
    geo: { DE: url, FR: 'https://example.com/fr' },
  };
  const { json } = await own('POST', '/links', { url, password: 'long enough', ...gated });
  await inTransaction(daemon.context.db, (trx) => updatePlan(trx, other.id, 'free', new Date()));
  daemon.context.access.forget([{ workspaceId: other.id }]);
  const patch = (body: object) => own('PATCH', `/links/${json.id}`, body);
  t.equal((await own('POST', '/links', { url, geo: gated.geo })).status, 402, 'the plan is Free');
  const { status, json: same } = await patch({ ...gated, title: 'new' });
  t.same([status, { ...same, updatedAt: '' }], [200, { ...json, title: 'new', updatedAt: '' }]);
  t.equal((await patch({ geo: { FR: gated.geo.FR, DE: url } })).status, 200, 'in another order');
  t.equal((await patch({ expiresAt: '2031-05-06T07:08:09Z' })).status, 200, 'in another spelling');
  t.equal((await patch({ startsAt: '2030-05-06T07:08:09Z' })).status, 200, 'in another spelling');
  for (const [field, value] of Object.entries({
    password: 'long enough',
    expiresAt: '2031-05-06T07:08:10Z',
    expiredUrl: 'https://example.com/other',
    startsAt: '2030-05-06T07:08:10Z',
    notStartedUrl: 'https://example.com/other',
    maxClicks: 101,
    iosUrl: 'myapp://other',
    androidUrl: 'https://example.com/other',
    geo: { DE: url },
  })) {
    const answer = await patch({ ...gated, [field]: value });
    t.match(answer, { status: 402, json: { error: { code: 'feature_not_in_plan', details: { field } } } }, field);
  }
  t.equal((await patch({ geo: null })).status, 200, 'it can be cleared');
  t.equal((await patch({ geo: gated.geo })).status, 402, 'and is then unset');
});

t.test('a new link has every field, with the default value', async (t) => {
  const { json } = await call('POST', '/links', { url });
  t.match(json.slug, /^[23456789abcdefghjkmnpqrstuvwxyz]{7}$/);
  const { id, slug, shortUrl, createdBy, createdAt, updatedAt, ...rest } = json;
  t.match(createdBy, { type: 'key', name: 'test' });
  t.equal(shortUrl, `http://localhost:8080/${slug}`);
  t.equal(createdAt, updatedAt);
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.same(rest, {
    workspaceId: workspace.publicId,
    domain: 'localhost:8080',
    url,
    title: null,
    externalId: null,
    tags: [],
    hasPassword: false,
    expiresAt: null,
    expiredUrl: null,
    redirectType: 302,
    iosUrl: null,
    androidUrl: null,
    geo: null,
    rules: null,
    variants: null,
    utm: null,
    startsAt: null,
    notStartedUrl: null,
    maxClicks: null,
    note: null,
    preview: null,
    importedClicks: null,
    usedClicks: null,
    archived: false,
    banned: false,
    health: { status: 'unknown', since: null, httpStatus: null, checkedAt: null },
    warnings: [],
  });
  t.same((await call('GET', `/links/${id}`)).json, json);
});

t.test('utm is replaced as a whole, and {} and null clear it', async (t) => {
  const { json } = await call('POST', '/links', { url, utm: { source: 'a', medium: 'b' } });
  const patch = (utm: object | null) => call('PATCH', `/links/${json.id}`, { utm }).then((answer) => answer.json.utm);
  for (const none of [{}, null]) {
    t.same(await patch({ term: 'c' }), { term: 'c' });
    t.equal(await patch(none), null);
  }
});

t.test('a preview is replaced as a whole, and an empty preview removes it', async (t) => {
  const preview = { title: 'a', description: 'b', imageUrl: url };
  const { json } = await call('POST', '/links', { url, preview });
  t.same(json.preview, preview);
  const patch = (preview: object) =>
    call('PATCH', `/links/${json.id}`, { preview }).then((answer) => answer.json.preview);
  t.same(await patch({ description: 'c' }), { title: null, description: 'c', imageUrl: null });
  t.equal(await patch({ title: '', imageUrl: null }), null);
  t.same(await patch(preview), preview);
  t.equal(await patch({}), null);
});

t.test('a link must start before it expires, whichever of the two is given or changed', async (t) => {
  const [early, late] = ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.001Z'];
  const fieldOf = (answer: { json: Json }) => answer.json.error?.details.field;
  t.equal(fieldOf(await call('POST', '/links', { url, startsAt: late, expiresAt: early })), 'startsAt');
  t.equal(fieldOf(await call('POST', '/links', { url, startsAt: early, expiresAt: early })), 'startsAt');
  const { json } = await call('POST', '/links', { url, startsAt: early, expiresAt: late });
  const patch = (body: object) => call('PATCH', `/links/${json.id}`, body);
  t.equal(fieldOf(await patch({ startsAt: late })), 'startsAt');
  t.equal(fieldOf(await patch({ expiresAt: early })), 'expiresAt');
  t.equal((await patch({ title: 'something else' })).status, 200);
  t.equal((await patch({ startsAt: null })).status, 200);
  t.equal((await patch({ expiresAt: early })).status, 200);
  t.equal(fieldOf(await patch({ startsAt: late })), 'startsAt');
  t.equal((await patch({ startsAt: late, expiresAt: '2031-01-01T00:00:00Z' })).status, 200, 'both at once');
});

t.test('an empty PATCH changes nothing', async (t) => {
  const { json } = await call('POST', '/links', { url, title: 'a' });
  await sleep(2);
  t.same((await call('PATCH', `/links/${json.id}`, {})).json, json);
});

t.test('a change keeps the fields that it does not name, and updates updatedAt', async (t) => {
  const { json } = await call('POST', '/links', { url, title: 'a', tags: ['x', 'y'], geo: { DE: url } });
  await sleep(2);
  const changed = (await call('PATCH', `/links/${json.id}`, { title: 'b' })).json;
  t.same({ ...changed, updatedAt: '' }, { ...json, title: 'b', updatedAt: '' });
  t.ok(changed.updatedAt > json.updatedAt, `${changed.updatedAt} is after ${json.updatedAt}`);
});

t.test('a cursor is valid only for the list that returned it', async (t) => {
  for (let n = 0; n < 2; n++) await call('POST', '/links', { url });
  const cursorOf = async (at: string) => (await call('GET', `${at}?limit=1`)).json.nextCursor as string;
  const cursors = { '/links': await cursorOf('/links'), '/audit': await cursorOf('/audit') };
  for (const [from, cursor] of Object.entries(cursors)) {
    t.match(cursor, /^[\w-]{8,}$/);
    for (const at of Object.keys(cursors)) {
      const { status, json } = await call('GET', `${at}?cursor=${cursor}`);
      t.equal(status, at === from ? 200 : 422, `${at} with a cursor of ${from}`);
      if (at !== from) t.equal(json.error.details.field, 'cursor');
    }
  }
});

t.test('GET /links accepts valid parameters, and names an invalid parameter', async (t) => {
  const queries: [string, number, string?][] = [
    ['limit=0', 422, 'limit'],
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=101', 422, 'limit'],
    ['limit=x', 422, 'limit'],
    ['limit=1.5', 422, 'limit'],
    ['limit=', 422, 'limit'],
    ['archived=false', 200],
    ['archived=true', 200],
    ['archived=all', 200],
    ['archived=1', 422, 'archived'],
    ['archived=', 422, 'archived'],
    ['cursor=x', 422, 'cursor'],
    ['cursor=', 422, 'cursor'],
    [`cursor=${Buffer.from('1.1e3').toString('base64url')}`, 422, 'cursor'],
    [`cursor=${Buffer.from('99999999999999.9').toString('base64url')}x`, 422, 'cursor'],
    ['q=', 200],
    ['q=%25', 200],
    ['tag=unknown', 200],
    ['domain=unknown.example', 200],
    ['other=1', 200],
  ];
  for (const [query, status, field] of queries) {
    const answer = await call('GET', `/links?${query}`);
    t.equal(answer.status, status, query);
    if (field) t.equal(answer.json.error.details.field, field, query);
  }
});
