/** Creators of links, and links that are found instead of created again. */
import { newId } from '../../../shared/db/public-ids.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, { env: { PLANS_FREE_LINKS_PER_MONTH: '3' } });
const { db } = daemon.context;
const url = () => `https://example.com/${newId('x')}`;

t.test('every way to create a link records the API key, which only admins see by name', async (t) => {
  const { key, id } = await addWorkspace(db, 'pro');
  const call = caller(daemon, key);
  const own = await db.selectFrom('api_keys').selectAll().where('workspace_id', '=', id).executeTakeFirstOrThrow();
  const expected = { type: 'key', id: own.public_id, name: own.name };
  const { json: one } = await call('POST', '/links', { url: url() });
  const { json: many } = await call('POST', '/links/bulk', { links: [{ url: url() }] });
  const { json: put } = await call('PUT', '/links/external/a-1', { url: url() });
  for (const link of [one, many.results[0].link, put]) t.same(link.createdBy, expected);
  const { json: read } = await call('GET', `/links/${one.id}`);
  t.same(read.createdBy, expected);
  const { json: mine } = await call('GET', '/links?createdBy=me');
  t.equal(mine.links.length, 3);
  const { text: csv } = await call('GET', '/links/export?format=jsonl');
  t.same(JSON.parse(csv.split('\n')[0] as string).createdBy, expected);

  await db.updateTable('members').set({ role: 'member' }).where('workspace_id', '=', id).execute();
  const other = { ...own, id: undefined, public_id: newId('key'), name: 'Another', hash: Buffer.alloc(32, id) };
  await db.insertInto('api_keys').values(other).execute();
  await db.updateTable('links').set({ created_by: other.public_id }).where('public_id', '=', one.id).execute();
  daemon.context.access.forget('all');
  const { json: unnamed } = await call('GET', `/links/${one.id}`);
  t.same(unnamed.createdBy, { type: 'key', id: other.public_id, name: null });
  await db
    .updateTable('links')
    .set({ created_by: newId('usr') })
    .where('public_id', '=', one.id)
    .execute();
  const { json: left } = await call('GET', `/links/${one.id}`);
  t.match(left.createdBy, { type: 'user', name: null });
});

t.test("names of another workspace's users are never shown", async (t) => {
  const [mine, theirs] = [await addWorkspace(db, 'pro'), await addWorkspace(db, 'pro')];
  const { json: link } = await caller(daemon, mine.key)('POST', '/links', { url: url() });
  const user = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.public_id as id', 'users.name'])
    .where('members.workspace_id', '=', theirs.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('links').set({ created_by: user.id }).where('public_id', '=', link.id).execute();
  const { json } = await caller(daemon, mine.key)('GET', `/links/${link.id}`);
  t.same(json.createdBy, { type: 'user', id: user.id, name: null });
});

t.test('findExisting returns the active link with the same destination and domain, free of charge', async (t) => {
  const { key, id } = await addWorkspace(db, 'free');
  const call = caller(daemon, key);
  const to = url();
  const first = await call('POST', '/links', { url: to, title: 'First', tags: ['a'], findExisting: true });
  t.equal(first.status, 201);
  for (let round = 0; round < 5; round++) {
    const again = await call('POST', '/links', { url: to, title: 'Other', findExisting: true });
    t.same([again.status, again.json.id, again.json.title], [200, first.json.id, 'First']);
  }
  const foreign = await caller(daemon, (await addWorkspace(db, 'free')).key)('POST', '/links', {
    url: to,
    findExisting: true,
  });
  t.equal(foreign.status, 201);
  t.equal(
    (
      await call('POST', '/links', {
        url: to.toUpperCase().replace('HTTPS://EXAMPLE.COM', 'https://example.com'),
        findExisting: true,
      })
    ).status,
    201,
  );
  t.equal(
    (await call('POST', '/links', { url: to, slug: newId('s').replace('_', ''), findExisting: true })).status,
    201,
  );
  t.equal((await call('POST', '/links', { url: to, findExisting: true })).json.id, first.json.id);
  t.equal((await call('POST', '/links', { url: url(), findExisting: true })).json.error.code, 'plan_limit_reached');
  await call('PATCH', `/links/${first.json.id}`, { archived: true });
  const other = await call('POST', '/links', { url: to, findExisting: true });
  t.not(other.json.id, first.json.id);
  await db.updateTable('links').set({ archived: true }).where('workspace_id', '=', id).execute();
  t.equal((await call('POST', '/links', { url: to, findExisting: true })).json.error.code, 'plan_limit_reached');
});

t.test('findExisting does not return a link that redirects differently', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'pro')).key);
  const to = url();
  for (const field of [
    { password: 'a long password' },
    { utm: { source: 'x' } },
    { expiresAt: '2090-01-01T00:00:00Z' },
    { geo: { DE: 'https://example.de/' } },
  ]) {
    await call('POST', '/links', { url: to, ...field });
    const plain = await call('POST', '/links', { url: to, findExisting: true });
    t.equal(plain.status, 201, JSON.stringify(field));
    await call('DELETE', `/links/${plain.json.id}`);
  }
});

t.test('findExisting finds the same link among more than 100 with one destination', async (t) => {
  const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
  const to = url();
  for (let from = 0; from < 150; from += 50) {
    const links = Array.from({ length: 50 }, (_, n) => ({ url: to, utm: { source: `s${from + n}` } }));
    t.equal((await call('POST', '/links/bulk', { links })).status, 200);
  }
  for (const fields of [
    {},
    { utm: { source: 'S7' } },
    { rules: [{ when: { language: 'de' }, url: `${to}/de` }], maxClicks: 7, startsAt: '2020-01-01T00:00:00.123Z' },
    {
      variants: [
        { url: `${to}/a`, weight: 1 },
        { url: `${to}/b`, weight: 1 },
      ],
      expiresAt: '2090-01-01T00:00:00Z',
    },
  ]) {
    const first = await call('POST', '/links', { url: to, ...fields, findExisting: true });
    const again = await call('POST', '/links', { url: to, ...fields, findExisting: true });
    t.same([first.status, again.status, again.json.id], [201, 200, first.json.id], JSON.stringify(fields));
  }
});

t.test('concurrent requests with findExisting create one link', async (t) => {
  const { key, id } = await addWorkspace(db, 'pro');
  const call = caller(daemon, key);
  for (let round = 0; round < 10; round++) {
    const to = url();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', '/links', { url: to, findExisting: true })),
    );
    t.equal(new Set(replies.map(({ json }) => json.id)).size, 1);
    t.same(replies.map(({ status }) => status).sort(), [...Array(11).fill(200), 201]);
  }
  const { used } = await db
    .selectFrom('workspace_link_states')
    .select('used')
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow();
  t.equal(used, 10);
});
