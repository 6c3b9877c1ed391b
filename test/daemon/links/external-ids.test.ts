/** Links by external id: looked up, unique in a workspace, created or updated by one PUT. */

import type { Db } from '../../../daemon/core/tables.ts';
import { listTakenExternalIds } from '../../../daemon/links/core/external-id-queries.ts';
import { findLink } from '../../../daemon/links/core/queries.ts';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { explain, indexesOf } from '../../fixtures/explain.ts';
import { t } from '../../runner/tap.ts';

const env = {
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
  PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
  PLANS_PRO_LINKS_PER_MONTH: '3',
};
const daemon = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: daemon.stores });
const { db } = daemon.context;
const url = 'https://example.com/';
const newCall = async (plan: 'pro' | 'scale' = 'scale') => caller(daemon, (await addWorkspace(db, plan)).key);

const path = (externalId: string) => `/links/external/${encodeURIComponent(externalId)}`;
const lookup = (names: Record<string, string>) => `/links/lookup?${new URLSearchParams(names)}`;
const fault = ({ status, json }: Answered) => [status, json.error?.code, json.error?.details?.field];
const taken = [409, 'conflict', 'externalId'];

/** Ids with any characters, compared as written. */
const ids = [
  '42',
  'sku/4711?x=1&y#z',
  'a b',
  'a b ',
  'A b',
  'Zürich',
  'ZÜRICH',
  '犬🙂',
  '%2F',
  '../x',
  'x'.repeat(255),
  '🙂'.repeat(255),
];

t.test('an externalId is kept unchanged, and is unique in the workspace', async (t) => {
  const call = await newCall();
  const other = await newCall();
  for (const externalId of ids) {
    const made = await call('POST', '/links', { url, externalId });
    t.match([made.status, made.json], [201, { externalId }], externalId);
    t.same((await call('GET', lookup({ externalId }))).json, made.json, `${externalId} is found`);
    t.same(fault(await call('POST', '/links', { url, externalId })), taken, `${externalId} is taken`);
    t.same(fault(await other('GET', lookup({ externalId }))), [404, 'not_found', undefined], 'not by others');
  }
  t.equal(
    (await other('POST', '/links', { url, externalId: '42' })).status,
    201,
    'another workspace can have the same',
  );
  for (const externalId of ['', 'x'.repeat(256), 42, ['x']]) {
    t.same(fault(await call('POST', '/links', { url, externalId })), [422, 'validation_failed', 'externalId']);
    const { json } = await call('POST', '/links/bulk', { links: [{ url, externalId }] });
    t.match(json.results[0], { status: 422, error: { details: { field: 'externalId' } } });
  }
  t.equal((await call('POST', '/links', { url })).json.externalId, null);
});

t.test('a change sets, moves and clears an externalId', async (t) => {
  const call = await newCall();
  const [one, two] = (
    await call('POST', '/links/bulk', { links: [{ url, externalId: 'a' }, { url }] })
  ).json.results.map(({ link }: Json) => link);
  const patch = (id: string, body: object) => call('PATCH', `/links/${id}`, body);
  t.same(fault(await patch(two.id, { externalId: 'a' })), taken);
  t.equal((await patch(one.id, { externalId: 'a' })).status, 200, 'its own');
  t.equal((await patch(one.id, { title: 'x' })).json.externalId, 'a', 'left alone');
  t.equal((await patch(one.id, { externalId: null })).json.externalId, null);
  t.equal((await patch(two.id, { externalId: 'a' })).json.externalId, 'a', 'free again');
  t.equal((await call('DELETE', `/links/${two.id}`)).status, 200);
  t.equal((await patch(one.id, { externalId: 'a' })).json.externalId, 'a', 'a deleted link has none');
});

t.test('in bulk each item is checked separately, and against the other items', async (t) => {
  const call = await newCall('pro');
  await call('POST', '/links', { url, externalId: 'there' });
  const links = ['there', 'new', 'new', undefined].map((externalId) => ({
    url,
    ...(externalId ? { externalId } : {}),
  }));
  const { json } = await call('POST', '/links/bulk', { links });
  t.same(
    json.results.map(({ status, error }: Json) => [status, error?.code]),
    [
      [409, 'conflict'],
      [201, undefined],
      [409, 'conflict'],
      [201, undefined],
    ],
  );
  t.same(
    fault(await call('POST', '/links', { url, externalId: 'there' })),
    [402, 'plan_limit_reached', undefined],
    '402 before 409',
  );
});

t.test('a link is looked up by short URL, slug and domain, or externalId', async (t) => {
  const call = await newCall();
  const { json: link } = await call('POST', '/links', { url, slug: 'LookMeUp', externalId: 'id', tags: ['t'] });
  await call('PATCH', `/links/${link.id}`, { archived: true });
  const expected = { ...link, archived: true };
  for (const names of [
    { shortUrl: link.shortUrl },
    { shortUrl: `${link.shortUrl}/?utm_source=x` },
    { shortUrl: 'LOCALHOST:8080/LookMeUp' },
    { slug: 'LookMeUp' },
    { domain: 'localhost:8080', slug: 'LookMeUp' },
    { externalId: 'id' },
  ] as Record<string, string>[]) {
    const { status, json } = await call('GET', lookup(names));
    t.match([status, json], [200, { ...expected, updatedAt: String }], JSON.stringify(names));
  }
  const other = await newCall();
  for (const [by, names] of [
    [other, { slug: 'LookMeUp' }],
    [other, { shortUrl: link.shortUrl }],
    [call, { slug: 'lookmeup' }],
    [call, { slug: 'é' }],
    [call, { domain: 'go.example.com', slug: 'LookMeUp' }],
    [call, { shortUrl: 'https://go.example.com/LookMeUp' }],
    [call, { shortUrl: 'no url at all' }],
    [call, { externalId: 'ID' }],
  ] as [typeof call, Record<string, string>][]) {
    t.same(fault(await by('GET', lookup(names))), [404, 'not_found', undefined], JSON.stringify(names));
  }
  for (const [names, field] of [
    [{}, 'shortUrl'],
    [{ domain: 'localhost:8080' }, 'slug'],
    [{ slug: 'a', externalId: 'b' }, 'externalId'],
    [{ shortUrl: link.shortUrl, slug: 'a' }, 'slug'],
    [{ externalId: '' }, 'externalId'],
    [{ externalId: 'x'.repeat(256) }, 'externalId'],
    [{ shortUrl: '' }, 'shortUrl'],
  ] as [Record<string, string>, string][]) {
    t.same(fault(await call('GET', lookup(names))), [422, 'validation_failed', field], JSON.stringify(names));
  }
});

t.test('PUT creates the link once and updates it from then on', async (t) => {
  const call = await newCall('pro');
  for (const externalId of ids.slice(0, 3)) {
    const made = await call('PUT', path(externalId), { url, title: 'first' });
    t.match([made.status, made.json], [201, { externalId, title: 'first' }], externalId);
    const again = await call('PUT', path(externalId), { url, title: 'first' });
    t.same([again.status, again.json], [200, made.json], 'sent again it changes nothing, not even updatedAt');
    const changed = await call('PUT', path(externalId), {
      url: `${url}new`,
      tags: ['b', 'a', 'b'],
      utm: { source: 's' },
    });
    t.match(
      [changed.status, changed.json],
      [200, { id: made.json.id, slug: made.json.slug, url: `${url}new`, title: 'first', tags: ['b', 'a'] }],
      'omitted values stay',
    );
    const same = await call('PUT', path(externalId), {
      url: `${url}new`,
      tags: ['b', 'a'],
      utm: { source: 's' },
      slug: null,
    });
    t.same([same.status, same.json], [200, changed.json]);
    t.equal((await call('PUT', path(externalId), { url, title: null })).json.title, null, 'null clears');
  }
  t.same(
    fault(await call('PUT', path('fourth'), { url })),
    [402, 'plan_limit_reached', undefined],
    'creating is charged',
  );
  t.equal((await call('PUT', path('42'), { url, title: 'y' })).status, 200, 'changing is not');
});

t.test('PUT validates like POST and PATCH', async (t) => {
  const call = await newCall('pro');
  const slug = 'putTaken';
  await call('POST', '/links', { url, slug });
  const { json: link } = await call('PUT', path('x'), {
    url,
    password: 'long enough',
    expiresAt: '2031-01-01T00:00:00Z',
  });
  t.equal(link.hasPassword, true);
  for (const [name, at, body, expected] of [
    ['no url', 'new', {}, [422, 'validation_failed', 'url']],
    ['an unknown field', 'new', { url, colour: 'red' }, [422, 'validation_failed', 'colour']],
    ['the id again', 'new', { url, externalId: 'new' }, [422, 'validation_failed', 'externalId']],
    ['too long an id', 'x'.repeat(256), { url }, [422, 'validation_failed', 'externalId']],
    ['an unsafe url', 'new', { url: 'http://127.0.0.1/' }, [422, 'unsafe_url', 'url']],
    ['an unsafe url for a link', 'x', { url: 'http://127.0.0.1/' }, [422, 'unsafe_url', 'url']],
    ['a higher plan', 'x', { url, iosUrl: url }, [402, 'feature_not_in_plan', 'iosUrl']],
    ['a taken slug', 'new', { url, slug }, [409, 'slug_taken', 'slug']],
    ['a taken slug for a link', 'x', { url, slug }, [409, 'slug_taken', 'slug']],
    ['another domain', 'x', { url, domain: 'go.example.com' }, [422, 'validation_failed', 'domain']],
  ] as [string, string, object, unknown[]][]) {
    t.same(fault(await call('PUT', path(at), body)), expected, name);
  }
  t.equal((await call('PUT', path('x'), { url, domain: 'localhost:8080' })).status, 200, 'its own domain');
  t.equal((await call('PUT', path('x'), { url, password: null })).json.hasPassword, false);
  t.same(fault(await call('GET', path('x'))).slice(0, 2), [405, 'method_not_allowed']);
});

t.test('many concurrent PUTs of one externalId, at two processes, create and charge one link', async (t) => {
  const { key, id } = await addWorkspace(db, 'scale');
  const callers = [caller(daemon, key), caller(second, key)];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (callers[n % 2] as (typeof callers)[0])('PUT', path(`race ${round}`), { url: `${url}${n}` }),
      ),
    );
    t.same(answers.filter(({ status }) => status === 201).length, 1);
    t.same(answers.filter(({ status }) => status === 200).length, 19);
    t.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
  }
  const { used } = await db
    .selectFrom('workspace_link_states')
    .select('used')
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow();
  t.equal(used, 5);
});

t.test("PUTs of one externalId that compete for its slug or the month's last link return the same link", async (t) => {
  for (const [name, body, left] of [
    ['a slug', { url, slug: 'putRaceSlug' }, 3],
    ['the last link', { url }, 1],
    ['both', { url, slug: 'putRaceLast' }, 1],
  ] as const) {
    const { key } = await addWorkspace(db, 'pro');
    const callers = [caller(daemon, key), caller(second, key)] as const;
    for (let n = left; n < 3; n++) await callers[0]('POST', '/links', { url });
    const puts = Array.from({ length: 20 }, (_, n) => (n % 2 ? callers[0] : callers[1])('PUT', path('race'), body));
    const answers = await Promise.all(puts);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    t.same(statuses, [...Array(19).fill(200), 201], name);
    t.equal(new Set(answers.map(({ json }) => json.id)).size, 1, name);
  }
});

t.test('every PUT succeeds while the link is repeatedly deleted', async (t) => {
  const call = await newCall();
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      if (n % 4 !== 3) return call('PUT', path('gone'), { url: `${url}${n}` });
      const { json } = await call('GET', lookup({ externalId: 'gone' }));
      return json.id ? call('DELETE', `/links/${json.id}`) : undefined;
    }),
  );
  for (const answer of answers) t.ok(!answer || [200, 201, 404].includes(answer.status), answer?.text ?? '');
  t.equal((await call('GET', '/links?archived=all')).json.links.length <= 1, true);
});

t.test('only one of many concurrent creates of one externalId succeeds', async (t) => {
  const { key } = await addWorkspace(db, 'scale');
  const callers = [caller(daemon, key), caller(second, key)];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      (callers[n % 2] as (typeof callers)[0])('POST', '/links', { url, externalId: 'one' }),
    ),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 1);
  t.ok(answers.every((answer) => answer.status === 201 || answer.json.error.details.field === 'externalId'));
});

t.test("links are looked up by their identifiers' indexes", async (t) => {
  const { id, key } = await addWorkspace(db, 'scale');
  const links = Array.from({ length: 40 }, (_, n) => ({ url, externalId: `indexed ${n}` }));
  await caller(daemon, key)('POST', '/links/bulk', { links });
  const wanted = links
    .slice(0, 3)
    .map(({ externalId }) => ({ workspace_id: id, external_id: Buffer.from(externalId) }));
  for (const [name, run] of [
    ['one', (tables) => findLink(tables, id, { externalId: 'indexed 1' })],
    ['some', (tables) => listTakenExternalIds(tables, wanted)],
  ] as [string, (tables: Db) => Promise<unknown>][]) {
    const [first] = await explain(db, run);
    t.ok(indexesOf(first ? [first] : []).includes('links.links_external_id'), name);
  }
});
