/** Guarantees for many concurrent clients on two processes of one installation. */

import { updatePlan } from '../../../daemon/workspaces/queries.ts';
import { inTransaction, openBeside } from '../../../shared/db/db.ts';
import { listAudited } from '../../fixtures/audited.ts';
import { type Answered, addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { countLockWaits } from '../../fixtures/sessions.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const env = {
  PLANS_PRO_REQUESTS_PER_MINUTE: '100000',
  PLANS_PRO_LINKS_PER_MONTH: '100',
  PLANS_SCALE_REQUESTS_PER_MINUTE: '100000',
};
const first = await startDaemon(t, { env });
const second = await startDaemon(t, { env, stores: first.stores });
const { db } = first.context;
const url = 'https://example.com/';

/** The same caller at each process. */
function callers(key: string) {
  const [a, b] = [caller(first, key), caller(second, key)];
  let turn = 0;
  return (...args: Parameters<typeof a>) => (turn++ % 2 ? a : b)(...args);
}

const tally = (answers: Answered[]) => {
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const name = status < 300 ? String(status) : json.error.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

t.test('200 concurrent creates with 100 links left create exactly 100', async (t) => {
  const call = callers((await addWorkspace(db, 'pro')).key);
  t.same(tally(await times(200, () => call('POST', '/links', { url }))), { 201: 100, plan_limit_reached: 100 });
  let seen = 0;
  for (let cursor = ''; cursor !== null; ) {
    const { json } = await call('GET', `/links?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
    seen += json.links.length;
    cursor = json.nextCursor;
  }
  t.equal(seen, 100);
});

t.test(
  'a bulk request uses the quota item by item, deleting a link returns no quota, and an edit uses no quota',
  async (t) => {
    const workspace = await addWorkspace(db, 'pro');
    const call = callers(workspace.key);
    const bulk = (count: number) =>
      call('POST', '/links/bulk', { links: Array.from({ length: count }, () => ({ url })) });
    await bulk(50);
    await bulk(40);
    const { json } = await bulk(15);
    t.same([json.created, json.failed], [10, 5]);
    t.same(
      json.results.map(({ status }: { status: number }) => status),
      [...Array(10).fill(201), ...Array(5).fill(402)],
    );
    const { id } = json.results[0].link;
    t.equal((await call('PATCH', `/links/${id}`, { title: 'x' })).status, 200);
    t.equal((await call('DELETE', `/links/${id}`)).status, 200);
    t.same(tally([await call('POST', '/links', { url })]), { plan_limit_reached: 1 });
    await db
      .updateTable('workspace_link_states')
      .set({ period: '2020-01' })
      .where('workspace_id', '=', workspace.id)
      .execute();
    t.same(tally([await call('POST', '/links', { url })]), { 201: 1 }, 'a new month starts a new allowance');
    await inTransaction(db, (trx) => updatePlan(trx, workspace.id, 'free', new Date()));
    first.context.access.forget('all');
    second.context.access.forget('all');
    await bulk(24);
    t.same(tally([await call('POST', '/links', { url })]), { plan_limit_reached: 1 }, 'a lower plan has its own');
  },
);

t.test(
  'links created at once by two processes are each in one change, one audit entry and one search record',
  async (t) => {
    const workspace = await addWorkspace(db, 'scale');
    const call = callers(workspace.key);
    const ones = times(40, (index) =>
      call('POST', '/links', { url, ...(index % 4 ? {} : { tags: ['a', `b${index}`] }) }),
    );
    const many = times(4, () => call('POST', '/links/bulk', { links: Array.from({ length: 10 }, () => ({ url })) }));
    const links = [
      ...(await ones).map(({ json }) => json),
      ...(await many).flatMap(({ json }) => json.results.map(({ link }: { link: object }) => link)),
    ];
    t.equal(links.length, 80);
    const slugs: string[] = links.map(({ slug }) => slug).sort();
    const changes = await db.selectFrom('link_changes').select('slug').where('slug', 'in', slugs).execute();
    t.same(changes.map(({ slug }) => slug).sort(), slugs);
    t.same((await listAudited(db, workspace.id, 'link.create')).sort(), links.map(({ id }) => id).sort());
    const state = await db
      .selectFrom('workspace_link_states')
      .select('used')
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    t.equal(state.used, 80);
    t.same(
      (await call('GET', '/tags')).json.tags.filter(({ tag }: { tag: string }) => tag === 'a'),
      [{ tag: 'a', count: 10 }],
    );
    for (const { origin } of [first, second]) {
      const visits = await Promise.all(slugs.map((slug) => fetch(`${origin}/${slug}`, { redirect: 'manual' })));
      t.ok(visits.every(({ status }) => status === 302));
    }
  },
);

t.test(
  "a new link's creation time is later than that of every link sealed for search, despite wrong clocks, and each link is charged once",
  async (t) => {
    const workspace = await addWorkspace(db, 'pro');
    const call = callers(workspace.key);
    t.same(tally([await call('POST', '/links', { url })]), { 201: 1 });
    const sealedTo = new Date(Date.now() + 3_600_000);
    const state = db.updateTable('workspace_link_states').set({ sealed_to: sealedTo });
    await state.where('workspace_id', '=', workspace.id).execute();
    const answers = await times(120, () => call('POST', '/links', { url }));
    t.same(tally(answers), { 201: 99, plan_limit_reached: 21 });
    const made = answers.filter(({ status }) => status === 201);
    t.ok(made.every(({ json }) => new Date(json.createdAt) > sealedTo));
  },
);

t.test("while one workspace's creates wait for a lock, another workspace's creates continue", async (t) => {
  const [locked, free] = [await addWorkspace(db, 'scale'), await addWorkspace(db, 'scale')];
  const [one, other] = [callers(locked.key), callers(free.key)];
  await one('POST', '/links', { url });
  const beside = openBeside(db, 1);
  t.teardown(() => beside.destroy());
  let answered = 0;
  const { asked } = await inTransaction(beside, async (trx) => {
    await trx
      .selectFrom('workspace_link_states')
      .select('used')
      .where('workspace_id', '=', locked.id)
      .forUpdate()
      .execute();
    const asked = times(20, () => one('POST', '/links', { url }).finally(() => answered++));
    await until(async () => (await countLockWaits(first.stores.mysqlUrl)) === 2);
    for (let round = 0; round < 5; round++) {
      t.same(tally(await times(4, () => other('POST', '/links', { url }))), { 201: 4 });
    }
    t.equal(answered, 0);
    return { asked };
  });
  t.same(tally(await asked), { 201: 20 });
});

t.test('50 concurrent creates with the same slug create one link', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const answers = await times(50, () => call('POST', '/links', { url, slug: 'wanted' }));
  t.same(tally(answers), { 201: 1, slug_taken: 49 });
  const other = callers((await addWorkspace(db, 'scale')).key);
  t.same(tally([await other('POST', '/links', { url, slug: 'wanted' })]), { slug_taken: 1 }, 'for any workspace');
  t.same(tally([await other('POST', '/links', { url, slug: 'WANTED' })]), { 201: 1 }, 'but case distinguishes slugs');
});

t.test('if concurrent bulk requests want the same slugs, each slug gets one link', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const links = Array.from({ length: 10 }, (_, index) => ({ url, slug: `bulk${index % 5}` }));
  const answers = await times(8, () => call('POST', '/links/bulk', { links }));
  const results = answers.flatMap(({ json }) => json.results);
  t.equal(results.filter(({ ok }) => ok).length, 5);
  t.ok(results.every(({ ok, error }) => ok || error.code === 'slug_taken'));
  for (const { json } of answers) {
    t.same(
      json.results.map(({ index }: { index: number }) => index),
      links.map((_, index) => index),
    );
  }
});

t.test('only one of several concurrent renames to one slug succeeds, and its old slug is free', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const links = (await times(10, (index) => call('POST', '/links', { url, slug: `old${index}` }))).map(
    ({ json }) => json,
  );
  const answers = await Promise.all(links.map(({ id }) => call('PATCH', `/links/${id}`, { slug: 'renamed' })));
  t.same(tally(answers), { 200: 1, slug_taken: 9 });
  const winner = answers.findIndex(({ status }) => status === 200);
  t.same(tally([await call('POST', '/links', { url, slug: `old${winner}` })]), { 201: 1 });
});

t.test('one Idempotency-Key sent 20 times at once creates one link and repeats its answer', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = callers(workspace.key);
  const headers = { 'idempotency-key': 'once' };
  const body = { url, title: 'once' };
  const answers = await times(20, () => call('POST', '/links', body, headers));
  const made = answers.filter(({ status }) => status === 201);
  t.ok(made.length >= 1);
  t.ok(made.length < 20, 'some came while the first was being answered');
  t.ok(answers.every(({ status, json }) => status === 201 || json.error.code === 'conflict'));
  t.equal(made.filter((answer) => answer.headers.get('idempotency-replayed') === null).length, 1);
  const again = await call('POST', '/links', body, headers);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
  t.same(again.json, made[0]?.json);
  t.equal((await call('GET', '/links?q=once')).json.links.length, 1);
  const twice = { 'idempotency-key': 'twice' };
  t.equal((await call('POST', '/links', { url }, twice)).status, 201);
  for (const [what, at, asked, used] of [
    ['another body', '/links', { url }, headers],
    ['another endpoint and body', '/links/bulk', { links: [body] }, headers],
    ['another endpoint', '/webhooks', { url }, twice],
  ] as const) {
    const { status, json } = await call('POST', at, asked, used);
    t.same([status, json.error.code, json.error.details.field], [422, 'validation_failed', 'Idempotency-Key'], what);
  }
  const other = callers((await addWorkspace(db, 'scale')).key);
  const theirs = await other('POST', '/links', body, headers);
  t.equal(theirs.status, 201, 'another workspace has its own keys');
  t.not(theirs.json.id, again.json.id);
  t.same((await other('POST', '/links', body, headers)).json, theirs.json, 'and its own answers');
});

t.test('an Idempotency-Key whose request failed can be used again', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const headers = { 'idempotency-key': 'retry' };
  await call('POST', '/links', { url, slug: 'busy' });
  t.same(tally([await call('POST', '/links', { url, slug: 'busy' }, headers)]), { slug_taken: 1 });
  t.same(tally([await call('POST', '/links', { url, slug: 'free1' }, headers)]), { 201: 1 });
  for (const [length, status] of [
    [255, 201],
    [256, 422],
  ] as const) {
    t.equal((await call('POST', '/links', { url }, { 'idempotency-key': 'k'.repeat(length) })).status, status);
  }
});

t.test(
  'an Idempotency-Key is free again a minute after its process died, or a day after its answer was stored',
  async (t) => {
    const workspace = await addWorkspace(db, 'scale');
    const call = callers(workspace.key);
    const headers = { 'idempotency-key': 'dead' };
    const age = (ms: number, answered: boolean) =>
      db
        .updateTable('idempotency_keys')
        .set({ claimed_at: new Date(Date.now() - ms), ...(answered ? {} : { answer: null }) })
        .where('workspace_id', '=', workspace.id)
        .execute();
    const { json } = await call('POST', '/links', { url }, headers);
    await age(30_000, false);
    t.same(tally([await call('POST', '/links', { url }, headers)]), { conflict: 1 });
    await age(61_000, false);
    const later = await call('POST', '/links', { url }, headers);
    t.not(later.json.id, json.id);
    await age(23 * 3600_000, true);
    t.equal((await call('POST', '/links', { url }, headers)).json.id, later.json.id);
    await age(25 * 3600_000, true);
    t.not((await call('POST', '/links', { url }, headers)).json.id, later.json.id);
  },
);

t.test('a repeated bulk request creates nothing', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const body = { links: [{ url, slug: 'b-one' }, { url: 'x' }, { url }] };
  const once = await call('POST', '/links/bulk', body, { 'idempotency-key': 'b' });
  const twice = await call('POST', '/links/bulk', body, { 'idempotency-key': 'b' });
  t.same(twice.json, once.json);
  t.equal((await call('GET', '/links')).json.links.length, 2);
});

t.test('tag counts stay correct during concurrent creates, changes and deletions', async (t) => {
  const workspace = await addWorkspace(db, 'scale');
  const call = callers(workspace.key);
  const names = ['a', 'b', 'c', 'd', 'É', ' e ', 'E'];
  const some = (seed: number) => names.filter((_, index) => (seed >> index) & 1);
  await times(12, async (lane) => {
    const made = await call('POST', '/links/bulk', {
      links: Array.from({ length: 4 }, (_, index) => ({ url, tags: some(lane * 7 + index * 13) })),
    });
    for (const [index, { link }] of made.json.results.entries()) {
      await call('PATCH', `/links/${link.id}`, { tags: some(lane * 31 + index * 5).reverse(), archived: index === 2 });
      if (index === 0) await call('DELETE', `/links/${link.id}`);
    }
  });
  const { links } = (await call('GET', '/links?archived=all&limit=100')).json;
  const expected = names
    .map((name) => name.trim())
    .map((tag) => ({ tag, count: links.filter((link: { tags: string[] }) => link.tags.includes(tag)).length }))
    .filter(({ count }) => count > 0);
  const byTag = (a: { tag: string }, b: { tag: string }) => (a.tag < b.tag ? -1 : 1);
  t.same((await call('GET', '/tags')).json.tags.sort(byTag), expected.sort(byTag));
  for (const { tag } of expected) {
    for (const archived of ['false', 'true', 'all']) {
      const page = (await call('GET', `/links?limit=100&archived=${archived}&tag=${encodeURIComponent(tag)}`)).json
        .links;
      const holds = (link: { tags: string[]; archived: boolean }) =>
        link.tags.includes(tag) && (archived === 'all' || String(link.archived) === archived);
      t.same(
        page.map(({ id }: { id: string }) => id),
        links.filter(holds).map(({ id }: { id: string }) => id),
        `tag ${tag}, archived=${archived}`,
      );
    }
  }
});

t.test('paging by cursor returns each remaining link once, newest first, during concurrent changes', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const make = async (count: number) =>
    (await call('POST', '/links/bulk', { links: Array.from({ length: count }, () => ({ url })) })).json.results.map(
      ({ link }: { link: { id: string } }) => link.id,
    ) as string[];
  const staying: string[] = [];
  const going: string[] = [];
  for (let round = 0; round < 4; round++) {
    staying.push(...(await make(25)));
    going.push(...(await make(25)));
  }
  let walking = true;
  let came = 0;
  let went = 0;
  const others = times(4, async () => {
    while (walking) {
      came += (await make(3)).length;
      const id = going.pop();
      if (id && (await call('DELETE', `/links/${id}`)).status === 200) went++;
    }
  });
  const seen: { id: string; createdAt: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json }: Answered = await call('GET', `/links?limit=7${cursor ? `&cursor=${cursor}` : ''}`);
    t.ok(json.links.length > 0 || json.nextCursor === null);
    seen.push(...json.links);
    cursor = json.nextCursor;
    const { length } = seen;
    await until(() => came > length / 20 && went > length / 40);
  }
  t.ok(came > 10 && went > 5, `${came} came and ${went} went during the walk`);
  walking = false;
  await others;
  const ids = seen.map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length, 'no link twice');
  t.same(
    staying.filter((id) => !ids.includes(id)),
    [],
    'none left out',
  );
  const order = seen.map(({ createdAt }) => createdAt);
  t.same(order, order.toSorted().reverse());
});

/** Objects that two clients read and change one after the other; `path` changes it, `read` shows it. */
const edited: [
  string,
  (call: Answered['json']) => Promise<{ read: string; path?: string; method?: string }>,
  ...object[],
][] = [
  ['a link', async (link) => ({ read: `/links/${link.id}` }), { title: 'theirs' }, { title: 'mine' }],
  [
    'a link by its external id',
    async ({ id, externalId }) => ({ read: `/links/${id}`, path: `/links/external/${externalId}`, method: 'PUT' }),
    { url, title: 'theirs' },
    { url, title: 'mine' },
  ],
  ['a domain', async ({ domain }) => ({ read: `/domains/${domain}` }), { rootUrl: url }, { rootUrl: `${url}mine` }],
  [
    "a domain's apps",
    async ({ domain }) => ({ read: `/domains/${domain}`, path: `/domains/${domain}/apps`, method: 'PUT' }),
    { ios: ['ABCDE12345.com.example.theirs'] },
    { ios: ['ABCDE12345.com.example.mine'] },
  ],
  ['a workspace', async () => ({ read: '/workspace' }), { name: 'Theirs' }, { name: 'Mine' }],
];

for (const [what, place, theirs, mine] of edited) {
  t.test(
    `two changes of ${what} based on one version: the later change gets a conflict that shows the earlier change`,
    async (t) => {
      const workspace = await addWorkspace(db, 'scale');
      const call = callers(workspace.key);
      const link = (await call('POST', '/links', { url, externalId: 'one' })).json;
      const { json: domain } = await call('POST', '/domains', { hostname: `${link.slug}.customer.test` });
      const { read, path = read, method = 'PATCH' } = await place({ ...link, domain: domain.id });
      const before = await call('GET', read);
      const asked = { 'if-match': before.headers.get('etag') ?? '' };
      const changed = await call(method, path, theirs, asked);
      t.equal(changed.status, 200);
      const now = await call('GET', read);
      t.equal(now.headers.get('etag'), changed.headers.get('etag'));
      const refused = await call(method, path, mine, asked);
      t.equal(refused.status, 409);
      const { code, details } = refused.json.error;
      t.same([code, details.etag, details.current], ['conflict', changed.headers.get('etag'), now.json]);
      t.match(details.changedBy, { type: 'api_key', email: /@/ });
      t.ok(Date.now() - Date.parse(details.changedAt) < 60_000);
      t.same((await call('GET', read)).json, now.json, 'nothing was changed');
      t.equal(
        (await call(method, path, mine, { 'if-match': `W/${details.etag}` })).status,
        200,
        'as a proxy weakens it',
      );
      t.equal((await call(method, path, theirs)).status, 200, 'without the header as before');
    },
  );
}

t.test('if many changes are based on the same version, only one succeeds, even within a millisecond', async (t) => {
  const call = callers((await addWorkspace(db, 'pro')).key);
  const made = await call('POST', '/links', { url });
  const asked = { 'if-match': made.headers.get('etag') ?? '' };
  const change = (n: number) => call('PATCH', `/links/${made.json.id}`, { note: `${n}` }, asked);
  t.same(tally(await times(20, change)), { 200: 1, conflict: 19 });
});

t.test("counters and search data do not change a link's version; a password and tags do", async (t) => {
  const call = callers((await addWorkspace(db, 'pro')).key);
  const { json: link, headers } = await call('POST', '/links', { url, password: 'one two three' });
  const versions = new Set([headers.get('etag')]);
  await db.updateTable('links').set({ clicks: 7, banned: true }).where('public_id', '=', link.id).execute();
  versions.add((await call('GET', `/links/${link.id}`)).headers.get('etag'));
  t.equal(versions.size, 1);
  for (const patch of [{ password: 'four five six' }, { tags: ['a'] }, { tags: ['a', 'b'] }, { geo: { DE: url } }]) {
    versions.add((await call('PATCH', `/links/${link.id}`, patch)).headers.get('etag'));
  }
  t.equal(versions.size, 5);
});

t.test('a link or domain that changed after it was read is not deleted', async (t) => {
  const call = callers((await addWorkspace(db, 'scale')).key);
  const { json: link, headers: ofLink } = await call('POST', '/links', { url });
  const { json: domain, headers: ofDomain } = await call('POST', '/domains', { hostname: `${link.slug}.gone.test` });
  for (const [path, headers, patch] of [
    [`/links/${link.id}`, ofLink, { note: 'kept' }],
    [`/domains/${domain.id}`, ofDomain, { rootUrl: url }],
  ] as const) {
    const asked = { 'if-match': headers.get('etag') ?? '' };
    const { headers: now } = await call('PATCH', path, patch);
    t.equal((await call('DELETE', path, undefined, asked)).status, 409);
    t.equal((await call('DELETE', path, undefined, { 'if-match': now.get('etag') ?? '' })).status, 200);
  }
  t.equal((await call('PUT', '/links/external/none', { url }, { 'if-match': '*' })).status, 404, 'nothing was read');
});
