/** Many links changed and deleted in one request: each has its own result, and none affects another's. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' } });
const { db } = daemon.context;
const url = 'https://example.com/';
const newCaller = async (plan: 'free' | 'scale' = 'scale') => caller(daemon, (await addWorkspace(db, plan)).key);
const call = await newCaller();

const make = async (by = call, more = {}) => (await by('POST', '/links', { url, ...more })).json.id as string;
const makeSome = (count: number, more = {}) => Promise.all(Array.from({ length: count }, () => make(call, more)));
const get = async (id: string) => (await call('GET', `/links/${id}`)).json as Json;
const patch = (body: unknown, by = call) => by('PATCH', '/links/bulk', body);
const outcomes = ({ json }: Answered) => json.results.map(({ ok, error }: Json) => (ok ? 'ok' : error.code));

const befores = ({ json }: Answered) => json.results.map(({ before }: Json) => before);

t.test(
  'a bulk change sets a value on each link as a single change would, and answers the replaced values',
  async (t) => {
    const first = { expiresAt: null, title: 'Before', utm: { source: 'x' } };
    const ids = await makeSome(3, first);
    const set = { archived: true, expiresAt: '2031-01-01T00:00:00Z', title: null, utm: {} };
    const { status, json } = await patch({ ids, set });
    t.equal(status, 200);
    t.strictSame(
      json.results,
      ids.map((id, index) => ({ index, id, ok: true, before: { ...first, archived: false } })),
    );
    for (const id of ids) {
      const changed = { archived: true, expiresAt: '2031-01-01T00:00:00.000Z', title: null, utm: null };
      t.match(await get(id), { ...changed, url });
    }
    await patch({ ids, set: json.results[0].before });
    for (const id of ids) t.match(await get(id), { ...first, archived: false, url });
    const secret = await patch({ ids, set: { password: 'long enough' } });
    t.strictSame(
      befores(secret),
      ids.map(() => ({})),
      'never the password',
    );
  },
);

t.test(
  'a bulk change merges UTM parameters into those of each link: empty ones are removed, missing ones stay',
  async (t) => {
    const rows: [utm: Json, merged: Json, set?: Json][] = [
      [null, { campaign: 'spring' }],
      [
        { source: 'mail', campaign: 'old' },
        { source: 'mail', campaign: 'spring' },
      ],
      [{ term: 'shoes' }, { campaign: 'spring' }],
      [{ source: 'mail' }, { content: 'x', campaign: 'spring' }, { utm: { content: 'x' } }],
      [{ source: 'mail' }, { campaign: 'spring' }, { utm: null }],
    ];
    for (const [utm, merged, set] of rows) {
      const id = await make(call, { utm });
      const answer = await patch({ ids: [id], set, mergeUtm: { campaign: 'spring', term: '' } });
      t.strictSame([outcomes(answer), befores(answer)], [['ok'], [{ utm }]]);
      t.strictSame((await get(id)).utm, merged);
    }
    const last = await make(call, { utm: { term: 'shoes' } });
    await patch({ ids: [last], mergeUtm: { term: '' } });
    t.equal((await get(last)).utm, null);
  },
);

t.test('concurrent merges of UTM parameters lose none: the later one succeeds or is a conflict', async (t) => {
  const id = await make();
  const names = ['source', 'medium', 'campaign', 'term', 'content'];
  const answers = await Promise.all(names.map((name) => patch({ ids: [id], mergeUtm: { [name]: 'x' } })));
  const results = answers.flatMap(outcomes);
  for (const outcome of results) t.ok(['ok', 'conflict'].includes(outcome), outcome);
  const merged = names.filter((_, n) => results[n] === 'ok');
  t.same(Object.keys((await get(id)).utm).sort(), merged.sort());
});

t.test('a bulk change adds tags after existing ones, then removes tags, and updates the counts', async (t) => {
  const one = await make(call, { tags: ['a', 'b'] });
  const two = await make(call, { tags: ['c'] });
  const ids = [one, two];
  const retagged = await patch({ ids, addTags: ['new', 'b', 'new'], removeTags: ['a', 'nobody has it'] });
  t.strictSame(befores(retagged), [{ tags: ['a', 'b'] }, { tags: ['c'] }]);
  t.strictSame(
    [(await get(one)).tags, (await get(two)).tags],
    [
      ['b', 'new'],
      ['c', 'new', 'b'],
    ],
  );
  const counts = (await call('GET', '/tags')).json.tags;
  t.strictSame(counts, [
    { tag: 'b', count: 2 },
    { tag: 'c', count: 1 },
    { tag: 'new', count: 2 },
  ]);
  await patch({ ids, set: { tags: ['only', 'x'] }, addTags: ['y'], removeTags: ['x'] });
  t.strictSame(
    [(await get(one)).tags, (await get(two)).tags],
    [
      ['only', 'y'],
      ['only', 'y'],
    ],
  );
});

t.test('the error of a single link is reported with its id and affects no other link', async (t) => {
  const full = await make(call, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) });
  const theirs = await make(await newCaller());
  const fine = await make();
  const ids = [full, theirs, 'lnk_unknown', 'no id: é', fine, fine];
  const answer = await patch({ ids, addTags: ['more'] });
  t.strictSame(outcomes(answer), ['validation_failed', 'not_found', 'not_found', 'not_found', 'ok', 'ok']);
  t.match(answer.json.results[0], { index: 0, id: full, error: { details: { field: 'addTags' } } });
  t.strictSame((await get(fine)).tags, ['more']);
  t.equal((await get(full)).tags.length, 20);
  t.strictSame(outcomes(await patch({ ids: [fine, theirs], set: { url: 'http://127.0.0.1/' } })), [
    'unsafe_url',
    'not_found',
  ]);
  const free = await newCaller('free');
  const gated = await patch({ ids: [await make(free)], set: { expiresAt: '2031-01-01T00:00:00Z' } }, free);
  t.strictSame(outcomes(gated), ['feature_not_in_plan']);
  t.strictSame(outcomes(await patch({ ids: [fine] })), ['ok'], 'nothing to do');
});

t.test('a request that is invalid as a whole changes nothing', async (t) => {
  const id = await make();
  const hundred = Array.from({ length: 100 }, () => id);
  for (const [body, field] of [
    [{ set: {} }, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: [...hundred, id] }, 'ids'],
    [{ ids: [1] }, 'ids.0'],
    [{ ids: [id], set: { slug: 'one-for-all' } }, 'set.slug'],
    [{ ids: [id], set: { expiresAt: 'soon' } }, 'set.expiresAt'],
    [{ ids: [id], addTags: [''] }, 'addTags.0'],
    [{ ids: [id], mergeUtm: { ref: 'x' } }, 'mergeUtm.ref'],
    [{ ids: [id], colour: 'red' }, 'colour'],
  ] as const) {
    const { status, json } = await patch(body);
    t.strictSame([status, json.error.details.field], [422, field]);
  }
  for (const body of [{}, { ids: [] }, { ids: [...hundred, id] }, { ids: [id], set: {} }])
    t.equal((await call('DELETE', '/links/bulk', body)).status, 422);
  t.equal(outcomes(await patch({ ids: hundred, set: { title: 'x' } })).length, 100);
  t.equal((await get(id)).title, 'x');
});

t.test('existing links are deleted and stop redirecting, and the answer names unknown links', async (t) => {
  const ids = await makeSome(3, { tags: ['deleted'] });
  const slugs = await Promise.all(ids.map(async (id) => (await get(id)).slug));
  const theirs = await make(await newCaller());
  const [one, two, three] = ids as [string, string, string];
  const answer = await call('DELETE', '/links/bulk', { ids: [one, 'lnk_unknown', two, one, theirs, three] });
  t.equal(answer.status, 200);
  t.strictSame(outcomes(answer), ['ok', 'not_found', 'ok', 'not_found', 'not_found', 'ok']);
  t.match(answer.json.results[1], { index: 1, id: 'lnk_unknown' });
  const statusOf = async (slug: string) => (await fetch(`${daemon.origin}/${slug}`, { redirect: 'manual' })).status;
  for (const slug of slugs) while ((await statusOf(slug)) !== 404) await sleep(20);
  t.notOk((await call('GET', '/tags')).json.tags.some(({ tag }: Json) => tag === 'deleted'));
  t.equal((await call('DELETE', '/links/bulk', { ids: [one] })).json.results[0].error.code, 'not_found');
});

t.test('concurrent changes and deletions of the same links have the result of one of the requests', async (t) => {
  const ids = await makeSome(20);
  const turned = ids.toReversed();
  const answers = await Promise.all([
    ...[1, 2, 3].flatMap((n) => [
      patch({ ids, addTags: [`up${n}`], set: { title: `${n}` } }),
      patch({ ids: turned, addTags: [`down${n}`], removeTags: [`up${n}`] }),
    ]),
    call('DELETE', '/links/bulk', { ids: ids.slice(0, 10) }),
  ]);
  for (const answer of answers) {
    t.equal(answer.status, 200, answer.text);
    for (const outcome of outcomes(answer)) t.ok(['ok', 'not_found'].includes(outcome), outcome);
  }
  const { links } = (await call('GET', '/links?limit=100')).json;
  const left = links.filter(({ id }: Json) => ids.includes(id));
  t.equal(left.length, 10);
  for (const { tag, count } of (await call('GET', '/tags')).json.tags)
    t.equal(count, (await call('GET', `/links?archived=all&limit=100&tag=${tag}`)).json.links.length, tag);
});

t.test('all matching links are selected by id, and links created later are not among them', async (t) => {
  const own = await newCaller();
  const before: string[] = [];
  for (let n = 0; n < 3; n++) before.push(await make(own, { tags: ['batch'], title: `spring ${n}` }));
  await make(own);
  const page = async (query: string) => (await own('GET', `/links/ids?${query}`)).json;
  const { ids, nextCursor } = await page('tag=batch&limit=2');
  t.same(ids, [before[2], before[1]]);
  await make(own, { tags: ['batch'], title: 'spring' });
  t.strictSame(await page(`tag=batch&limit=2&cursor=${nextCursor}`), { ids: [before[0]], nextCursor: null });
  await own('PATCH', `/links/${before[0]}`, { archived: true });
  for (const [query, count] of [
    ['', 4],
    ['archived=all', 5],
    ['archived=true', 1],
    ['q=spring', 3],
    [`url=${encodeURIComponent(url)}`, 4],
    ['tag=unknown', 0],
    ['domain=unknown.example.com', 0],
  ] as const)
    t.equal((await page(query)).ids.length, count, query);
  const all = (await page('tag=batch&archived=all')).ids;
  t.same(new Set(outcomes(await own('DELETE', '/links/bulk', { ids: all }))), new Set(['ok']));
  t.strictSame(await page('tag=batch&archived=all'), { ids: [], nextCursor: null });
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['cursor=x', 'cursor'],
    ['archived=perhaps', 'archived'],
  ] as const) {
    const { status, json } = await own('GET', `/links/ids?${query}`);
    t.same([status, json.error.details.field], [422, field], query);
  }
});

t.test('a bulk action is one entry in the audit log, which the history of each of its links shows', async (t) => {
  const by = await newCaller();
  const entries = async (query = '') => (await by('GET', `/audit?${query}`)).json.entries as Json[];
  const made = await by('POST', '/links/bulk', { links: Array.from({ length: 8 }, () => ({ url })) });
  const ids: string[] = made.json.results.map(({ link }: Json) => link.id);
  const [first, second] = ids as [string, string];
  const fields = { fields: ['title', 'tags'] };
  const change = { set: { title: 'New' }, addTags: ['a'] };
  type Row = [action: string, method: string, body: Json, changed: string[], details?: Json];
  const cases: Row[] = [
    ['link.update', 'PATCH', { ids, ...change }, ids, fields],
    ['link.update', 'PATCH', { ids: ['lnk_unknown', ...ids, 'lnk_unknown'], ...change }, ids, fields],
    ['link.update', 'PATCH', { ids: [first, 'lnk_unknown', second], ...change }, [first, second], fields],
    ['link.update', 'PATCH', { ids: [first, 'lnk_unknown', first], ...change }, [first], fields],
    ['link.update', 'PATCH', { ids: ['lnk_unknown'], ...change }, []],
    ['link.update', 'PATCH', { ids, set: {} }, []],
    ['link.delete', 'DELETE', { ids: [...ids, 'lnk_unknown'] }, ids],
  ];
  const expected: Json[] = [{ action: 'link.create', objectId: '*', objectName: null, details: { count: 8 } }];
  for (const [action, method, body, changed, details] of cases) {
    t.equal((await by(method, '/links/bulk', body)).status, 200);
    const many = { action, objectId: '*', objectName: null, details: { count: changed.length, ...details } };
    if (changed.length === 1) expected.unshift({ action, objectId: first, objectName: null, details });
    if (changed.length > 1) expected.unshift(many);
    const found = await entries();
    t.equal(found.length, expected.length, `${action} of ${changed.length}`);
    if (changed.length > 1) t.same(new Set(found[0]?.details.ids), new Set(changed));
  }
  t.match(await entries(), expected, 'the deleted links have no names');
  for (const id of [first, ids[7] as string]) {
    const own = (await entries()).filter(({ objectId, details }) => objectId === id || details.ids?.includes(id));
    t.same(await entries(`objectId=${id}`), own, id);
  }
  const other = (await by('POST', '/links', { url })).json;
  t.match(await entries('limit=1'), [{ objectId: other.id, objectName: other.shortUrl }]);
});

/** Lists the numbers of objects of a workspace's entries with an action, newest first. */
async function countsOf(by: typeof call, action: string): Promise<number[]> {
  const { entries } = (await by('GET', `/audit?action=${action}&limit=100`)).json as Json;
  return entries.map(({ objectId, details }: Json) => (objectId === '*' ? details.count : 1));
}

t.test('requests with the same action id are one entry in the audit log, with their sum', async (t) => {
  const by = await newCaller();
  const [creating, tagging, deleting] = ['creating', 'tagging', 'deleting'].map((name) => `${name}-0123456789`);
  const create = (count: number) =>
    by('POST', '/links/bulk', { links: Array.from({ length: count }, () => ({ url })), actionId: creating });
  const made = [await create(3), await create(1), await create(2)];
  const ids: string[] = made.flatMap(({ json }) => json.results.map(({ link }: Json) => link.id));
  t.same(await countsOf(by, 'link.create'), [6]);
  await patch({ ids: ids.slice(0, 1), addTags: ['a'], actionId: tagging }, by);
  t.same(await countsOf(by, 'link.update'), [1]);
  await patch({ ids: ids.slice(0, 1), addTags: ['a'], actionId: tagging }, by);
  t.same(await countsOf(by, 'link.update'), [1], 'a repeated request counts its links once');
  await patch({ ids: ids.slice(1, 4), set: { title: 'New' }, actionId: tagging }, by);
  await patch({ ids: ids.slice(3), addTags: ['b'], actionId: tagging }, by);
  for (const group of [ids.slice(0, 4), ids.slice(4)])
    await by('DELETE', '/links/bulk', { ids: group, actionId: deleting });
  const { entries } = (await by('GET', '/audit')).json as Json;
  t.match(entries, [
    { action: 'link.delete', objectId: '*', details: { count: 6, actionId: deleting } },
    { action: 'link.update', objectId: '*', details: { count: 6, fields: ['tags', 'title'], actionId: tagging } },
    { action: 'link.create', objectId: '*', details: { count: 6, actionId: creating } },
  ]);
  for (const { details } of entries) t.same(new Set(details.ids), new Set(ids));
  for (const id of ids) t.equal((await by('GET', `/audit?objectId=${id}`)).json.entries.length, 3);
});

t.test('another user, key, workspace, action or action id never joins an entry, nor does an old one', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const by = caller(daemon, workspace.key);
  const actionId = 'the-same-0123456789';
  const create = (caller: typeof call, id = actionId) =>
    caller('POST', '/links/bulk', { links: [{ url }, { url }], actionId: id });
  const { json } = await create(by);
  await create(await newCaller());
  await create(by, `${actionId}0`);
  t.same(await countsOf(by, 'link.create'), [2, 2]);
  await patch({ ids: json.results.map(({ link }: Json) => link.id), addTags: ['a'], actionId }, by);
  t.same([await countsOf(by, 'link.create'), await countsOf(by, 'link.update')], [[2, 2], [2]]);
  const ofWorkspace = () => db.updateTable('audit_entries').where('workspace_id', '=', workspace.id);
  await ofWorkspace().set({ key_public_id: 'key_of_another' }).execute();
  await create(by);
  t.same(await countsOf(by, 'link.create'), [2, 2, 2], 'another key');
  await ofWorkspace().set({ actor: 'session', key_public_id: null }).execute();
  await create(by);
  t.same(await countsOf(by, 'link.create'), [2, 2, 2, 2], 'a session');
  await ofWorkspace()
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  await create(by);
  t.same(await countsOf(by, 'link.create'), [2, 2, 2, 2, 2], 'an old entry');
  await create(by);
  t.same(await countsOf(by, 'link.create'), [4, 2, 2, 2, 2]);
});

t.test('simultaneous requests of one action are one entry, and a full entry is followed by another', async (t) => {
  const by = await newCaller();
  const actionId = 'at-once-0123456789';
  const links = Array.from({ length: 50 }, () => ({ url }));
  const made = await Promise.all(Array.from({ length: 8 }, () => by('POST', '/links/bulk', { links, actionId })));
  const ids: string[] = made.flatMap(({ json }) => json.results.map(({ link }: Json) => link.id));
  t.same(await countsOf(by, 'link.create'), [400]);
  const groups = Array.from({ length: 8 }, (_, n) => ids.slice(n * 50, n * 50 + 50));
  await Promise.all(groups.map((group) => patch({ ids: group, addTags: ['a'], actionId }, by)));
  t.same(await countsOf(by, 'link.update'), [400]);
  const full = { ids: Array.from({ length: 1_950 }, (_, n) => `lnk_${String(n).padStart(20, '0')}`), actionId };
  await db
    .updateTable('audit_entries')
    .set({ details: JSON.stringify(full) })
    .where('action', '=', 'link.create')
    .where('details', 'like', `%${actionId}%`)
    .execute();
  for (let n = 0; n < 3; n++) await by('POST', '/links/bulk', { links, actionId });
  t.same(await countsOf(by, 'link.create'), [100, 2_000]);
});

t.test('an action id is refused if it is not a random text', async (t) => {
  for (const actionId of ['short', 'x'.repeat(65), 'with"quote-0123456789', '%'.repeat(20), 1, null]) {
    for (const [method, body] of [
      ['POST', { links: [{ url }] }],
      ['PATCH', { ids: ['lnk_x'], addTags: ['a'] }],
      ['DELETE', { ids: ['lnk_x'] }],
    ] as const) {
      const { status, json } = await call(method, '/links/bulk', { ...body, actionId });
      t.same([status, json.error.details.field], [422, 'actionId'], `${method} ${actionId}`);
    }
  }
});
